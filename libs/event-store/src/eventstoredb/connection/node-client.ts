import { setMaxListeners } from 'node:events';
import { EventStoreDBClient } from '@eventstore/db-client';
import gossipService from '@eventstore/db-client/generated/gossip_grpc_pb.js';
import gossip from '@eventstore/db-client/generated/gossip_pb.js';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import type { Endpoint, Member } from './find-leader.js';

const { LEADER } = gossip.MemberInfo.VNodeState;

/**
 * A client that is bound to one node. Left to itself the client closes its channel after some errors, or looks for another node, while
 * other calls wait for the channel. An append that finds the channel closed is an unhandled rejection, which ends the process: all of
 * `appendToStream` runs in an async promise executor, whose errors reach no caller. This class prevents both: `giveUp` ends the client as a
 * whole, and its channel is closed only after every call that was made before has obtained it.
 */
export class NodeClient {
  readonly client: EventStoreDBClient;
  readonly #lost = new AbortController();

  /** Opens no connection yet. Throws the client's error for a URL that it does not understand. */
  constructor(
    url: string,
    readonly endpoint: Endpoint,
  ) {
    // Every call that waits for its answer listens to it.
    setMaxListeners(0, this.#lost.signal);
    this.client = EventStoreDBClient.connectionString(url);
    this.client['handleError'] = () => Promise.resolve();
  }

  /** Aborted by `giveUp`: answers are no longer awaited. */
  get lost(): AbortSignal {
    return this.#lost.signal;
  }

  /** The node's view of its cluster. Throws gRPC's error, including that of its deadline after `timeoutMs`. */
  members(timeoutMs: number): Promise<readonly Member[]> {
    const deadline = Date.now() + timeoutMs;
    return this.client['execute'](
      gossipService.GossipClient,
      'gossip',
      (grpc) =>
        new Promise<readonly Member[]>((resolve, reject) => {
          grpc.read(new shared.Empty(), ...this.client['callArguments']({}, { deadline }), (error, info) => {
            if (error) reject(error);
            else resolve(info.getMembersList().flatMap(memberOf));
          });
        }),
    );
  }

  /** No call may be made afterwards. Resolves when the streams of reads and subscriptions have ended. */
  async giveUp(): Promise<void> {
    if (this.#lost.signal.aborted) return;
    this.#lost.abort();
    const disposed = this.client.dispose();
    // A call that was made before obtains the channel within this turn of the event loop. Without a channel there is nothing to close.
    setImmediate(
      () =>
        void this.client['getChannel']().then(
          (channel) => channel.close(),
          () => undefined,
        ),
    );
    await disposed;
  }
}

function memberOf(info: gossip.MemberInfo): Member[] {
  const at = info.getHttpEndPoint();
  if (!at) return [];
  return [{ host: at.getAddress(), port: at.getPort(), leads: info.getIsAlive() && info.getState() === LEADER }];
}
