import { isDeepStrictEqual } from 'node:util';
import { Inject, Injectable } from '@nestjs/common';
import {
  joinRequest,
  RIGHTS_CHANGED,
  topic as topicSchema,
  topicKey,
  type ClientToServer,
  type JoinAnswer,
  type ServerToClient,
  type Topic,
} from '@throughline/contracts';
import type { Logger } from '@throughline/platform';
import pLimit, { type LimitFunction } from 'p-limit';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import type { DefaultEventsMap, Server, Socket } from 'socket.io';
import { LOGGER } from '../engines/engines.js';
import { failureOf } from '../http/failure-of.js';
import { HttpError } from '../http/http-error.js';
import { type Caller, rightsOf } from '../identity/caller.js';
import { Callers } from '../identity/callers.js';
import { Admissions, type Admission } from './admission.js';
import { JoinTopic } from './join-topic.js';
import { LiveConnections } from './live-connections.js';
import { TaskPresence } from './task-presence.js';
import { TopicRooms } from './topic-rooms.js';

interface SocketData {
  caller: Caller;
  /** The caller's access token; null for an anonymous caller and after an invalid token. */
  token: string | null;
  joined: Map<string, { readonly topic: Topic; readonly admission: Admission }>;
  /** Handles the socket's messages one after another, in the order of their arrival. */
  queue: LimitFunction;
  /** Timer of the next check of the caller's rights. */
  recheck?: NodeJS.Timeout;
}
export type LiveSocket = Socket<ClientToServer, ServerToClient, DefaultEventsMap, SocketData>;
export type LiveServer = Server<ClientToServer, ServerToClient, DefaultEventsMap, SocketData>;

const MAX_TOPICS_PER_SOCKET = 50;
/** A page that opens sends a handful of messages. */
const MAX_MESSAGES_PER_WINDOW = 100;
const MESSAGE_WINDOW_SECONDS = 10;
/**
 * A revoked token or changed role takes effect within five seconds: a check reads an account that is up to one second old and a token's status
 * that is up to two seconds old. A connection whose check is not done in time is closed.
 */
const RECHECK_INTERVAL_MS = 2_000;
const RECHECK_TIMEOUT_MS = 2_000;

/** The sockets of this node: their callers, and the topics that each has joined. */
@Injectable()
export class LiveSockets {
  private readonly messages = new RateLimiterMemory({
    points: MAX_MESSAGES_PER_WINDOW,
    duration: MESSAGE_WINDOW_SECONDS,
  });

  constructor(
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly callers: Callers,
    private readonly connections: LiveConnections,
    private readonly admissions: Admissions,
    private readonly joining: JoinTopic,
    private readonly rooms: TopicRooms,
    private readonly presence: TaskPresence,
  ) {}

  serve(socket: LiveSocket): void {
    const { token } = socket.handshake.auth as { token?: unknown };
    socket.data.caller = this.callers.anonymous(socket.request);
    socket.data.token = null;
    socket.data.joined = new Map();
    socket.data.queue = pLimit(1);
    if (typeof token === 'string') this.enqueue(socket, () => this.identify(socket, token));
    socket.use((_message, next) => {
      void this.messages.consume(socket.id).then(
        () => next(),
        () => socket.conn.close(),
      );
    });
    socket.on('join', (request, answer) => {
      this.enqueue(socket, async () => {
        const joined = await this.join(socket, request);
        if (typeof answer === 'function') answer(joined);
      });
    });
    socket.on('leave', (of) => this.enqueue(socket, () => this.leave(socket, of)));
    socket.on('token', (accessToken, done) => {
      this.enqueue(socket, async () => {
        await this.identify(socket, accessToken);
        if (typeof done === 'function') done();
      });
    });
    socket.on('looking', (taskId) =>
      this.enqueue(socket, () => this.presence.look(socket.id, socket.data.caller, taskId)),
    );
    socket.on('disconnect', () => {
      this.enqueue(socket, () => this.presence.leave(socket.id));
      clearTimeout(socket.data.recheck);
      for (const { admission } of socket.data.joined.values()) this.rooms.leave(admission, socket.id);
    });
  }

  private enqueue(socket: LiveSocket, work: () => Promise<void> | void): void {
    void socket.data.queue(async () => {
      try {
        await work();
      } catch (error) {
        // An `HttpError` here means that the provider cannot be reached, which `AccessTokens` has logged.
        if (!(error instanceof HttpError)) this.logger.error({ err: error }, 'live socket failed');
        socket.conn.close();
      }
    });
  }

  private async join(socket: LiveSocket, request: unknown): Promise<JoinAnswer> {
    try {
      const { data: joining } = joinRequest.safeParse(request);
      if (!joining) throw new HttpError(400, 'live/malformed', 'This is not a join request.');
      const { topic, since } = joining;
      if (socket.data.joined.size >= MAX_TOPICS_PER_SOCKET && !socket.data.joined.has(topicKey(topic))) {
        throw new HttpError(
          409,
          'live/too-many-topics',
          `A connection follows ${MAX_TOPICS_PER_SOCKET} topics at most.`,
        );
      }
      await this.identify(socket, socket.data.token);
      const { caller } = socket.data;
      const admission = await this.admissions.join(caller, topic);
      return await this.joining.join({ caller, topic, admission, since }, (followId) =>
        this.enter(socket, topic, admission, followId),
      );
    } catch (error) {
      const { status, body } = failureOf(error, socket.id);
      // A fault of the server is not a refusal: the connection is closed, and the client reconnects and tries again.
      if (status >= 500) throw error;
      return { status: 'refused', code: body.code, message: body.message };
    }
  }

  /** Synchronous, as `JoinTopic` requires. A disconnected socket enters no room. */
  private enter(socket: LiveSocket, topic: Topic, admission: Admission, followId: string): void {
    const before = socket.data.joined.get(admission.topic);
    if (before) this.leaveRoom(socket, before.admission);
    if (!socket.connected) return;
    void socket.join(admission.room);
    this.rooms.enter(admission, socket.id, followId);
    socket.data.joined.set(admission.topic, { topic, admission });
    if (topic.name === 'task-queue') socket.emit('lookers', this.presence.current);
    if (socket.data.recheck === undefined) this.scheduleRecheck(socket);
  }

  private leave(socket: LiveSocket, of: unknown): void {
    const { data: topic } = topicSchema.safeParse(of);
    const joined = topic && socket.data.joined.get(topicKey(topic));
    if (joined) this.leaveRoom(socket, joined.admission);
  }

  private leaveRoom(socket: LiveSocket, admission: Admission): void {
    void socket.leave(admission.room);
    this.rooms.leave(admission, socket.id);
    socket.data.joined.delete(admission.topic);
  }

  /** With an invalid token, or one of a person without an account, the socket's caller becomes anonymous. */
  private async identify(socket: LiveSocket, token: unknown): Promise<void> {
    const anonymous = { caller: this.callers.anonymous(socket.request), refusal: null };
    const found = typeof token === 'string' ? await this.resolve(token, socket) : anonymous;
    socket.data.token = typeof token === 'string' && found.caller ? token : null;
    await this.setCaller(socket, found.caller ?? anonymous.caller, found.refusal);
  }

  /** Throws any error that is not a refusal of the token: the caller is then unknown, and not anonymous. */
  private async resolve(token: string, socket: LiveSocket): Promise<Found> {
    try {
      const caller = await this.callers.byToken(token, socket.request);
      return (caller.expiresAt ?? 0) > Date.now() ? { caller, refusal: null } : { caller: null, refusal: null };
    } catch (error) {
      // While the provider cannot be reached (503), the connection is closed: the client shows that it is not live, and reconnects.
      if (!(error instanceof HttpError) || error.status === 503) throw error;
      return { caller: null, refusal: error };
    }
  }

  /** Only while topics are joined: a join checks the rights itself. */
  private scheduleRecheck(socket: LiveSocket): void {
    clearTimeout(socket.data.recheck);
    delete socket.data.recheck;
    if (!socket.connected || socket.data.joined.size === 0) return;
    const left = (socket.data.caller.expiresAt ?? Infinity) - Date.now();
    const recheck = () => {
      // Also counts the wait for the socket's earlier messages.
      const overdue = setTimeout(() => socket.conn.close(), RECHECK_TIMEOUT_MS).unref();
      this.enqueue(socket, async () => {
        await this.identify(socket, socket.data.token).finally(() => clearTimeout(overdue));
        this.scheduleRecheck(socket);
      });
    };
    socket.data.recheck = setTimeout(recheck, Math.min(left, RECHECK_INTERVAL_MS)).unref();
  }

  /** Tells changed rights, and leaves the topics that the new caller may not follow. `refused`: why the old token was refused, if it was. */
  private async setCaller(socket: LiveSocket, caller: Caller, refused: HttpError | null): Promise<void> {
    const before = socket.data.caller;
    const isAnother = before.actor.userId !== caller.actor.userId;
    socket.data.caller = caller;
    this.connections.identify(socket.conn, caller.actor.userId);
    const rights = toldRightsOf(caller);
    if (rights && !isDeepStrictEqual(rights, toldRightsOf(before))) socket.emit('rights', rights);
    for (const { topic, admission } of [...socket.data.joined.values()]) {
      const lost = await this.lossOf(caller, topic, admission, isAnother);
      if (!lost) continue;
      this.leaveRoom(socket, admission);
      const { code, message } = refused?.status === 403 ? refused : lost;
      socket.emit('left', { topic: admission.topic, code, message });
    }
  }

  /** Why the caller may no longer follow a topic as it was joined; null if it may. */
  private async lossOf(
    caller: Caller,
    topic: Topic,
    admission: Admission,
    isAnother: boolean,
  ): Promise<Pick<HttpError, 'code' | 'message'> | null> {
    try {
      const { room, screen } = await this.admissions.confirm(caller, topic);
      if (room !== admission.room) return RIGHTS_CHANGED;
      // The access log has recorded another person's join.
      return isAnother && screen !== null ? CALLER_CHANGED : null;
    } catch (error) {
      if (error instanceof HttpError) return error;
      throw error;
    }
  }
}

/** The rights that are sent to a client; null for an anonymous caller. */
const toldRightsOf = ({ account, actor }: Caller) => account && rightsOf(account, actor.role);

interface Found {
  readonly caller: Caller | null;
  readonly refusal: HttpError | null;
}

const CALLER_CHANGED = { code: 'identity/changed', message: 'Somebody else is signed in now.' } as const;
