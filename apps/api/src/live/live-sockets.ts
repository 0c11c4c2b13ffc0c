import { isDeepStrictEqual } from 'node:util';
import { Inject, Injectable } from '@nestjs/common';
import {
  joinRequest,
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
import { AccessTokens } from '../identity/access-tokens.js';
import { type Caller, rightsOf } from '../identity/caller.js';
import { Callers } from '../identity/callers.js';
import { Admissions, type Admission } from './admission.js';
import { ChangedRights, isNamedBy, type RightsListener } from './changed-rights.js';
import { JoinTopic } from './join-topic.js';
import { LiveConnections } from './live-connections.js';
import { RecheckTimer } from './recheck-timer.js';
import { TaskPresence } from './task-presence.js';
import { TopicRooms } from './topic-rooms.js';

interface SocketData {
  caller: Caller;
  /** The caller's access token; null for an anonymous caller and after an invalid token. */
  token: string | null;
  joined: Map<string, { readonly topic: Topic; readonly admission: Admission }>;
  /** Handles the socket's messages one after another, in the order of arrival. */
  queue: LimitFunction;
  recheck: RecheckTimer;
}
export type LiveSocket = Socket<ClientToServer, ServerToClient, DefaultEventsMap, SocketData>;
export type LiveServer = Server<ClientToServer, ServerToClient, DefaultEventsMap, SocketData>;

const MAX_TOPICS_PER_SOCKET = 50;
/** A page that opens sends a handful of messages. */
const MAX_MESSAGES_PER_WINDOW = 100;
const MESSAGE_WINDOW_SECONDS = 10;
/**
 * A changed role, and a token that the embedded provider ended, take effect within five seconds: `ChangedRights` reports whose rights to
 * check, and while it cannot, all are checked every two seconds. A connection whose check does not finish in time is closed.
 */
const RECHECK_TIMEOUT_MS = 2_000;

/** The sockets of this node: their callers, and the topics that each has joined. */
@Injectable()
export class LiveSockets implements RightsListener {
  private readonly open = new Set<LiveSocket>();
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
    private readonly changedRights: ChangedRights,
    private readonly tokens: AccessTokens,
  ) {}

  onAccounts(userIds: ReadonlySet<string>): void {
    for (const socket of this.open)
      if (userIds.has(socket.data.caller.actor.userId ?? '')) this.recheck(socket, { isNow: true });
  }

  onEndedTokens(ids: ReadonlySet<string>): void {
    for (const socket of this.open) {
      const { token } = socket.data;
      if (token === null || !isNamedBy(ids, token)) continue;
      this.tokens.forgetStatus(token);
      this.recheck(socket, { isNow: true });
    }
  }

  serve(socket: LiveSocket): void {
    const { token } = socket.handshake.auth as { token?: unknown };
    socket.data.caller = this.callers.anonymous(socket.request);
    socket.data.token = null;
    socket.data.joined = new Map();
    socket.data.queue = pLimit(1);
    socket.data.recheck = new RecheckTimer(this.changedRights, () => this.recheck(socket), this.changedRights.clock);
    this.open.add(socket);
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
        this.scheduleRecheck(socket);
        if (typeof done === 'function') done();
      });
    });
    socket.on('looking', (taskId) =>
      this.enqueue(socket, () => this.presence.look(socket.id, socket.data.caller, taskId)),
    );
    socket.on('disconnect', () => {
      this.enqueue(socket, () => this.presence.leave(socket.id));
      this.open.delete(socket);
      socket.data.recheck.stop();
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

  /** Synchronous, because `JoinTopic` requires it. A disconnected socket enters no room. */
  private enter(socket: LiveSocket, topic: Topic, admission: Admission, followId: string): void {
    const before = socket.data.joined.get(admission.topic);
    if (before) this.leaveRoom(socket, before.admission);
    if (!socket.connected) return;
    void socket.join(admission.room);
    this.rooms.enter(admission, socket.id, followId);
    socket.data.joined.set(admission.topic, { topic, admission });
    if (topic.name === 'task-queue') socket.emit('task-viewers', this.presence.current);
    if (!socket.data.recheck.isRunning) this.scheduleRecheck(socket);
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
  private async identify(socket: LiveSocket, token: unknown, asOf?: { readonly isNow: boolean }): Promise<void> {
    const anonymous = { caller: this.callers.anonymous(socket.request), refusal: null };
    const found = typeof token === 'string' ? await this.resolve(token, socket, asOf) : anonymous;
    socket.data.token = typeof token === 'string' && found.caller ? token : null;
    await this.setCaller(socket, found.caller ?? anonymous.caller, found.refusal);
  }

  /** Throws every error that is not a refusal of the token: the caller is then unknown, and not anonymous. */
  private async resolve(
    token: string,
    socket: LiveSocket,
    asOf?: { readonly isNow: boolean },
  ): Promise<{ readonly caller: Caller | null; readonly refusal: HttpError | null }> {
    try {
      const caller = await this.callers.byToken(token, socket.request, asOf);
      return (caller.expiresAt ?? 0) > Date.now() ? { caller, refusal: null } : { caller: null, refusal: null };
    } catch (error) {
      // While the provider cannot be reached (503), the connection is closed: the client shows that it is not live, and reconnects.
      if (!(error instanceof HttpError) || error.status === 503) throw error;
      return { caller: null, refusal: error };
    }
  }

  /** Only while topics are joined, because a join checks the rights itself. `checkedAt` as in `RecheckTimer.start`. */
  private scheduleRecheck({ connected, data }: LiveSocket, checkedAt?: number): void {
    if (!connected || data.joined.size === 0) return data.recheck.stop();
    data.recheck.start({ expiresAt: data.caller.expiresAt, ...(checkedAt !== undefined && { checkedAt }) });
  }

  private recheck(socket: LiveSocket, asOf?: { readonly isNow: boolean }): void {
    socket.data.recheck.stop();
    // Includes the wait for the socket's earlier messages.
    const overdue = setTimeout(() => socket.conn.close(), RECHECK_TIMEOUT_MS).unref();
    this.enqueue(socket, async () => {
      const startedAt = this.changedRights.clock.now();
      await this.identify(socket, socket.data.token, asOf).finally(() => clearTimeout(overdue));
      // A check after a report reads the present account. Any other check may have read one of a moment before, like a join.
      this.scheduleRecheck(socket, asOf?.isNow ? undefined : startedAt);
    });
  }

  /** Sends changed rights, and leaves the topics that the new caller may not follow. `refused`: why the old token was, if it was. */
  private async setCaller(socket: LiveSocket, caller: Caller, refused: HttpError | null): Promise<void> {
    const before = socket.data.caller;
    const isAnother = before.actor.userId !== caller.actor.userId;
    socket.data.caller = caller;
    this.connections.identify(socket.conn, caller.actor.userId);
    const rights = toldRightsOf(caller);
    if (rights && !isDeepStrictEqual(rights, toldRightsOf(before))) socket.emit('rights', rights);
    for (const { topic, admission } of Array.from(socket.data.joined.values())) {
      const lost = await this.admissions.lossOf(caller, topic, admission, isAnother);
      if (!lost) continue;
      this.leaveRoom(socket, admission);
      const { code, message } = refused?.status === 403 ? refused : lost;
      socket.emit('left', { topic: admission.topic, code, message });
    }
  }
}

/** The rights that are sent to a client; null for an anonymous caller. */
const toldRightsOf = ({ account, actor }: Caller) => account && rightsOf(account, actor.role);
