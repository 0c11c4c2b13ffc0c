import { Injectable } from '@nestjs/common';
import {
  joinRequest,
  topic as topicSchema,
  topicKey,
  type ClientToServer,
  type JoinAnswer,
  type ServerToClient,
  type Topic,
} from '@throughline/contracts';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import type { DefaultEventsMap, Server, Socket } from 'socket.io';
import { Engines } from '../engine/engines.js';
import { failureOf } from '../http/failure-of.js';
import { Refusal } from '../http/refusal.js';
import type { Caller } from '../identity/caller.js';
import { Callers } from '../identity/callers.js';
import { Admissions, type Admission } from './admission.js';
import { JoinTopic } from './join-topic.js';

interface SocketData {
  caller: Caller;
  joined: Map<string, { readonly topic: Topic; readonly admission: Admission }>;
  /** What a socket asks for is done one after the other, in the order asked. */
  turn: Promise<void>;
  /** Looks again whether the token still holds. */
  watch?: NodeJS.Timeout;
}
export type LiveSocket = Socket<ClientToServer, ServerToClient, DefaultEventsMap, SocketData>;
export type LiveServer = Server<ClientToServer, ServerToClient, DefaultEventsMap, SocketData>;

const MOST_TOPICS = 50;
/** In ten seconds; a page that opens asks for a handful. */
const MOST_MESSAGES = 100;
/** A token that was taken back takes its topics with it after this, and what `TokenStatus` remembers: within five seconds. */
const WATCH_MS = 2_500;

/** One socket: who it is for, which topics it is in, and for how long. */
@Injectable()
export class LiveSockets {
  private readonly messages = new RateLimiterMemory({ points: MOST_MESSAGES, duration: 10 });

  constructor(
    private readonly engines: Engines,
    private readonly callers: Callers,
    private readonly admissions: Admissions,
    private readonly joining: JoinTopic,
  ) {}

  serve(socket: LiveSocket): void {
    const { token } = socket.handshake.auth as { token?: unknown };
    socket.data.caller = this.callers.anonymous(socket.request);
    socket.data.joined = new Map();
    socket.data.turn = Promise.resolve();
    if (typeof token === 'string') this.inTurn(socket, () => this.identify(socket, token));
    socket.use((_message, next) => {
      void this.messages.consume(socket.id).then(
        () => next(),
        () => socket.conn.close(),
      );
    });
    socket.on('join', (request, answer) => {
      this.inTurn(socket, async () => {
        const joined = await this.join(socket, request);
        if (typeof answer === 'function') answer(joined);
      });
    });
    socket.on('leave', (of) => this.inTurn(socket, () => this.leave(socket, of)));
    socket.on('token', (accessToken, done) => {
      this.inTurn(socket, async () => {
        await this.identify(socket, accessToken);
        if (typeof done === 'function') done();
      });
    });
    socket.on('disconnect', () => clearTimeout(socket.data.watch));
  }

  private inTurn(socket: LiveSocket, work: () => Promise<void> | void): void {
    socket.data.turn = socket.data.turn.then(work).catch((error: unknown) => {
      // A refusal here is the provider's absence, which `AccessTokens` has told of.
      if (!(error instanceof Refusal)) this.engines.logger.error({ err: error }, 'live socket failed');
      socket.conn.close();
    });
  }

  private async join(socket: LiveSocket, request: unknown): Promise<JoinAnswer> {
    try {
      const { data: asked } = joinRequest.safeParse(request);
      if (!asked) throw new Refusal(400, 'live/malformed', 'This is not a join request.');
      const { topic, since } = asked;
      if (socket.data.joined.size >= MOST_TOPICS && !socket.data.joined.has(topicKey(topic))) {
        throw new Refusal(409, 'live/too-many-topics', `A connection follows ${MOST_TOPICS} topics at most.`);
      }
      const admission = await this.admissions.join(socket.data.caller, topic);
      return await this.joining.join(admission, since, () => {
        // In memory, and so done when it returns. A socket that is gone is in no room, whatever is asked.
        void socket.join(admission.room);
        socket.data.joined.set(admission.topic, { topic, admission });
      });
    } catch (error) {
      const { status, body } = failureOf(error, socket.id);
      // Whoever asks again may well be let in, so this is no refusal: the connection is cut, and the client comes back by itself.
      if (status >= 500) throw error;
      return { status: 'refused', code: body.code, message: body.message };
    }
  }

  private leave(socket: LiveSocket, of: unknown): void {
    const { data: topic } = topicSchema.safeParse(of);
    const joined = topic && socket.data.joined.get(topicKey(topic));
    if (joined) this.part(socket, joined.admission);
  }

  private part(socket: LiveSocket, { topic, room }: Admission): void {
    void socket.leave(room);
    socket.data.joined.delete(topic);
  }

  /** A token that does not hold leaves the socket with what anybody may hear. */
  private async identify(socket: LiveSocket, token: unknown): Promise<void> {
    clearTimeout(socket.data.watch);
    const caller = typeof token === 'string' ? await this.callerBy(token, socket) : null;
    await this.become(socket, caller ?? this.callers.anonymous(socket.request));
    if (typeof token === 'string' && caller) this.watch(socket, token);
  }

  private async callerBy(token: string, socket: LiveSocket): Promise<Caller | null> {
    try {
      return await this.callers.byToken(token, socket.request);
    } catch (error) {
      return nobodyAfter(error);
    }
  }

  private watch(socket: LiveSocket, token: string): void {
    const { caller } = socket.data;
    const left = (caller.expiresAt ?? 0) - Date.now();
    const look = async () => {
      // Another token came while this waited for its turn.
      if (socket.data.caller !== caller) return;
      if (await this.stillHolds(socket, token)) this.watch(socket, token);
      else await this.become(socket, this.callers.anonymous(socket.request));
    };
    if (socket.connected) {
      socket.data.watch = setTimeout(() => this.inTurn(socket, look), Math.min(left, WATCH_MS)).unref();
    }
  }

  private async stillHolds({ data: { caller } }: LiveSocket, token: string): Promise<boolean> {
    if ((caller.expiresAt ?? 0) <= Date.now()) return false;
    try {
      await this.callers.confirm(token);
      return true;
    } catch (error) {
      return nobodyAfter(error) !== null;
    }
  }

  private async become(socket: LiveSocket, caller: Caller): Promise<void> {
    socket.data.caller = caller;
    for (const { topic, admission } of [...socket.data.joined.values()]) {
      const refusal = await this.admissions.confirm(caller, topic).then(
        ({ room }) =>
          room === admission.room ? null : new Refusal(403, 'identity/changed', 'Somebody else is signed in now.'),
        (error: unknown) => {
          if (error instanceof Refusal) return error;
          throw error;
        },
      );
      if (!refusal) continue;
      this.part(socket, admission);
      socket.emit('left', { topic: admission.topic, code: refusal.code, message: refusal.message });
    }
  }
}

/**
 * Whoever cannot be told from others because the provider is away (503) is no anonymous caller: the connection is cut, so that
 * the client says that it is not live, and comes back by itself.
 */
function nobodyAfter(error: unknown): null {
  if (error instanceof Refusal && error.status !== 503) return null;
  throw error;
}
