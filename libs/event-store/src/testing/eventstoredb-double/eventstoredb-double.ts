import gossipService from '@eventstore/db-client/generated/gossip_grpc_pb.js';
import gossip from '@eventstore/db-client/generated/gossip_pb.js';
import featuresService from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js';
import features from '@eventstore/db-client/generated/serverfeatures_pb.js';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import streamsService from '@eventstore/db-client/generated/streams_grpc_pb.js';
import type streams from '@eventstore/db-client/generated/streams_pb.js';
import {
  type Metadata,
  type sendUnaryData,
  Server,
  ServerCredentials,
  type ServerDuplexStream,
  type ServiceError,
  type UntypedServiceImplementation,
} from '@grpc/grpc-js';
import { type AppendCall, type AppendsTo, answerAppend } from './append.js';
import { type DeleteCall, type TombstoneCall, answerDelete, answerTombstone } from './delete.js';
import { connectionDropped, notLeader, unavailable, unauthenticated } from './double-errors.js';
import { DoubleLog } from './double-log.js';
import { Faults } from './faults.js';
import { answerRead } from './read.js';
import type { ReadCall } from './subscription.js';

/** As in Kestrel, the real server's HTTP server: concurrent calls on a connection, subscriptions included. */
const CALLS_PER_CONNECTION = 100;

/** Read responses are encoded already. */
const { StreamsService } = streamsService;
const STREAMS = {
  ...StreamsService,
  read: { ...StreamsService.read, responseSerialize: (bytes: Uint8Array) => Buffer.from(bytes) },
};

type BatchCall = ServerDuplexStream<streams.BatchAppendReq, streams.BatchAppendResp>;

/** A client sends batches to a server that lists the method here. */
function supportedMethods(): features.SupportedMethods {
  const batches = new features.SupportedMethod()
    .setServiceName('event_store.client.streams.streams')
    .setMethodName('batchappend')
    .setFeaturesList(['deadline_duration']);
  return new features.SupportedMethods().setEventStoreServerVersion('23.10.0').setMethodsList([batches]);
}

export interface DoubleMember {
  readonly port: number;
  readonly state: 'leader' | 'follower' | 'unknown';
  readonly isAlive: boolean;
}

/** What a node of a cluster believes about the cluster. */
export interface ClusterView extends AppendsTo {
  /** Why this node refuses a call that requires the leader. */
  refusal(call: 'read' | 'write'): ServiceError | undefined;
  members(): readonly DoubleMember[];
}

/**
 * Stands in for an EventStoreDB 23.10 node where none can be installed: the real client speaks real gRPC to it. It serves the calls
 * that the engine makes, and has the faults that were observed in the real server. Its data is in memory.
 * It offers batched appends like the real server, and each of them fails: the engine must not send any (docs/decisions/0013).
 */
export class EventStoreDbDouble {
  readonly faults = new Faults();
  /** Set by its cluster, if it is a node of one. */
  cluster: ClusterView | undefined;
  #server: Server | undefined;
  #port = 0;

  /** Two doubles over one log are two nodes of a cluster that always agree; `DoubleCluster` has nodes that do not. */
  constructor(public log = new DoubleLog()) {}

  get port(): number {
    return this.#port;
  }

  /** Starts on its previous port, if it had one. */
  async start(port = this.#port): Promise<this> {
    const server = new Server({ 'grpc.max_concurrent_streams': CALLS_PER_CONNECTION });
    server.addService(STREAMS as never, this.#streams());
    server.addService(featuresService.ServerFeaturesService as never, {
      getSupportedMethods: (_: unknown, answer: sendUnaryData<features.SupportedMethods>) =>
        answer(null, supportedMethods()),
    });
    server.addService(gossipService.GossipService as never, {
      read: (_: unknown, answer: sendUnaryData<gossip.ClusterInfo>) => answer(null, this.#gossip()),
    });
    this.#port = await new Promise<number>((resolve, reject) => {
      server.bindAsync(`127.0.0.1:${port}`, ServerCredentials.createInsecure(), (error, bound) =>
        error ? reject(error) : resolve(bound),
      );
    });
    this.#server = server;
    return this;
  }

  /** Ends at once, as with SIGKILL: no answer is finished, and its memory is lost. The log stays. */
  kill(): void {
    this.#server?.forceShutdown();
    this.#server = undefined;
    this.log.forgetIds();
  }

  #streams(): UntypedServiceImplementation {
    return {
      append: (call: AppendCall, answer: sendUnaryData<streams.AppendResp>) => {
        const refusal = this.#refusal(call.metadata, 'write');
        if (refusal) return answer(refusal);
        // The connection breaks in the middle of an append.
        answerAppend(call, answer, this.cluster ?? this.log, this.faults).catch((error: ServiceError) => answer(error));
      },
      batchAppend: (call: BatchCall) => {
        this.faults.batches++;
        void this.faults.pass().then(() => call.emit('error', connectionDropped()));
      },
      delete: (call: DeleteCall, answer: sendUnaryData<streams.DeleteResp>) => {
        const refusal = this.#refusal(call.metadata, 'write');
        if (refusal) return answer(refusal);
        answerDelete(call, answer, this.log, this.faults).catch((error: ServiceError) => answer(error));
      },
      tombstone: (call: TombstoneCall, answer: sendUnaryData<streams.TombstoneResp>) => {
        const refusal = this.#refusal(call.metadata, 'write');
        if (refusal) return answer(refusal);
        answerTombstone(call, answer, this.log, this.faults).catch((error: ServiceError) => answer(error));
      },
      read: (call: ReadCall) => {
        const refusal = this.#refusal(call.metadata, 'read');
        if (refusal) return void call.emit('error', refusal);
        answerRead(call, this.log, this.faults).catch((error: ServiceError) => call.emit('error', error));
      },
    };
  }

  #refusal(metadata: Metadata, call: 'read' | 'write'): ServiceError | undefined {
    if (this.faults.refusing) {
      this.faults.refusals++;
      return unavailable();
    }
    if (this.faults.refusingSignIn) {
      this.faults.refusals++;
      return unauthenticated();
    }
    if (metadata.get('requires-leader')[0] !== 'true') return undefined;
    if (this.cluster) return this.cluster.refusal(call);
    return this.faults.leader ? notLeader(this.faults.leader) : undefined;
  }

  #gossip(): gossip.ClusterInfo {
    return new gossip.ClusterInfo().setMembersList(this.#members().map(memberInfo));
  }

  #members(): readonly DoubleMember[] {
    const { leader } = this.faults;
    if (this.cluster) return this.cluster.members();
    const itself = { port: this.port, state: leader ? 'follower' : 'leader', isAlive: true } as const;
    return leader ? [itself, { port: leader.port, state: 'leader', isAlive: true }] : [itself];
  }
}

const { VNodeState } = gossip.MemberInfo;
const STATES = { leader: VNodeState.LEADER, follower: VNodeState.FOLLOWER, unknown: VNodeState.UNKNOWN };

function memberInfo({ port, state, isAlive }: DoubleMember): gossip.MemberInfo {
  return new gossip.MemberInfo()
    .setInstanceId(new shared.UUID().setString('00000000-0000-4000-8000-000000000001'))
    .setState(STATES[state])
    .setIsAlive(isAlive)
    .setHttpEndPoint(new gossip.EndPoint().setAddress('127.0.0.1').setPort(port));
}
