import { type BeforeApplicationShutdown, Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { WebSocketGateway, WebSocketServer, type OnGatewayConnection } from '@nestjs/websockets';
import { LIVE_PATH } from '@throughline/contracts';
import type { Logger } from '@throughline/platform';
import { notifiedPosition } from '@throughline/read-models';
import { AccessLog } from '../access-log/access-log.js';
import { type ApiDatabase, DATABASE, LOGGER } from '../engines/engines.js';
import { QUEUE_ROOM, referralIdsOf } from './admission.js';
import { ChangedRights } from './changed-rights.js';
import { asChange } from './join-topic.js';
import { FeedTail, type FeedBatch } from './feed-tail.js';
import { ProjectionDelay } from './projection-delay.js';
import { LiveSockets, type LiveServer, type LiveSocket } from './live-sockets.js';
import { ShownBanners } from './shown-banners.js';
import { TaskPresence } from './task-presence.js';
import { type Delivery, TopicRooms } from './topic-rooms.js';

/** The live feed over socket.io. The protocol is in `live.contract.ts`. */
@WebSocketGateway({ path: LIVE_PATH })
@Injectable()
export class LiveGateway implements OnGatewayConnection<LiveSocket>, OnApplicationBootstrap, BeforeApplicationShutdown {
  @WebSocketServer()
  private readonly server!: LiveServer;

  constructor(
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(DATABASE) private readonly database: ApiDatabase,
    private readonly tail: FeedTail,
    private readonly sockets: LiveSockets,
    private readonly rooms: TopicRooms,
    private readonly accessLog: AccessLog,
    private readonly presence: TaskPresence,
    private readonly banners: ShownBanners,
    private readonly delay: ProjectionDelay,
    private readonly changedRights: ChangedRights,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    this.tail.listen({ onBatch: (batch) => this.deliver(batch), onReset: () => this.closeAll() });
    await this.tail.start();
    this.changedRights.start(() => this.server.sockets.sockets.size > 0, this.sockets);
    this.presence.start(
      () => this.server.sockets.adapter.rooms.has(QUEUE_ROOM),
      (viewers) => this.server.to(QUEUE_ROOM).emit('task-viewers', viewers),
    );
    this.banners.start(
      () => this.server.sockets.sockets.size > 0,
      (banners) => this.server.emit('banners', banners),
    );
    this.delay.start(
      () => this.server.sockets.sockets.size > 0,
      (isLate) => this.server.emit('late', isLate),
    );
  }

  handleConnection(socket: LiveSocket): void {
    this.sockets.serve(socket);
    if (this.delay.isLate) socket.emit('late', true);
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.server.emit('stopping');
    this.delay.stop();
    await Promise.all([this.tail.stop(), this.presence.stop(), this.banners.stop(), this.changedRights.stop()]);
    this.closeAll();
  }

  /**
   * Records rows with personal data, then sends them. No socket enters a room meanwhile (see `FeedTail.waitFor`), so the rows are sent to
   * exactly the recorded followers. If they cannot be recorded, the room's connections are closed: the clients reconnect, resume before
   * these rows, and are admitted once their join can be recorded.
   */
  private async deliver({ feed, changes }: FeedBatch): Promise<void> {
    const deliveries = this.rooms.deliveries(changes);
    const includes = notifiedPosition(this.database.db) ?? undefined;
    const isRecorded = await this.record(deliveries.filter(hasPersonalData));
    for (const delivery of deliveries) {
      const { admission, members } = delivery.room;
      if (isRecorded || !hasPersonalData(delivery)) {
        const message = { topic: admission.topic, feed, includes, changes: delivery.changes.map(asChange) };
        this.server.to(admission.room).emit('changes', message);
      } else {
        for (const id of members.keys()) this.server.sockets.sockets.get(id)?.conn.close();
      }
    }
  }

  private async record(deliveries: readonly Delivery[]): Promise<boolean> {
    const sent = deliveries.map(({ room, changes }) => ({
      referralIds: referralIdsOf(changes),
      followIds: [...room.members.values()],
    }));
    try {
      await this.accessLog.recordSent(sent);
      return true;
    } catch (error) {
      this.logger.error({ err: error }, 'live rows cannot be recorded, and are not sent');
      return false;
    }
  }

  /** Closes the transport and not the socket, so that clients treat it as a lost connection: they reconnect and resume. */
  private closeAll(): void {
    for (const socket of this.server.sockets.sockets.values()) socket.conn.close();
  }
}

const hasPersonalData = ({ room }: Delivery): boolean => room.admission.screen !== null;
