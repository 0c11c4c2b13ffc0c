import { Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { WebSocketGateway, WebSocketServer, type OnGatewayConnection } from '@nestjs/websockets';
import { LIVE_PATH } from '@throughline/contracts';
import { asChange } from './join-topic.js';
import { isFor, type Admission } from './admission.js';
import { FeedTail, type FeedBatch } from './feed-tail.js';
import { LiveSockets, type LiveServer, type LiveSocket } from './live-sockets.js';

/** The live feed over socket.io: see `live.contract.ts` for the protocol. */
@WebSocketGateway({ path: LIVE_PATH })
@Injectable()
export class LiveGateway implements OnGatewayConnection<LiveSocket>, OnApplicationBootstrap, BeforeApplicationShutdown {
  @WebSocketServer()
  private readonly server!: LiveServer;

  constructor(
    private readonly tail: FeedTail,
    private readonly sockets: LiveSockets,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    this.tail.listen({ batch: (batch) => this.emit(batch), broken: () => this.hangUp() });
    await this.tail.start();
  }

  handleConnection(socket: LiveSocket): void {
    this.sockets.serve(socket);
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.server.emit('stopping');
    await this.tail.stop();
    this.hangUp();
  }

  private emit({ feed, changes }: FeedBatch): void {
    for (const admission of this.occupied()) {
      const theirs = changes.filter((change) => isFor(admission, change)).map(asChange);
      if (theirs.length > 0)
        this.server.to(admission.room).emit('changes', { topic: admission.topic, feed, changes: theirs });
    }
  }

  /** One admission per room that somebody is in. */
  private occupied(): readonly Admission[] {
    const admissions = new Map<string, Admission>();
    for (const socket of this.server.sockets.sockets.values()) {
      for (const { admission } of socket.data.joined.values()) admissions.set(admission.room, admission);
    }
    return [...admissions.values()];
  }

  /** Cuts the connections below socket.io, so that clients take it for a lost one: they reconnect and resume where they were. */
  private hangUp(): void {
    for (const socket of this.server.sockets.sockets.values()) socket.conn.close();
  }
}
