import type { ServiceError } from '@grpc/grpc-js';
import { Wire } from '../wire.js';
import { notLeader, unavailable } from './double-errors.js';
import type { AppendAnswer, DoubleExpected, DoubleLog, ProposedEvent } from './double-log.js';
import { type ClusterView, type DoubleMember, EventStoreDbDouble } from './eventstoredb-double.js';

/** The real server's `CommitTimeoutMs`: an append that the majority does not have by then is answered with a timeout. */
const COMMIT_TIMEOUT_MS = 2_000;

interface Unreplicated {
  readonly append: readonly [stream: string, expected: DoubleExpected, events: readonly ProposedEvent[]];
  readonly settle: (answer: AppendAnswer) => void;
}

/** The part of the cluster that a node uses. */
interface OfNodes {
  readonly log: DoubleLog;
  readonly nodes: readonly DoubleNode[];
  agreesWith(node: DoubleNode): boolean;
}

/** A node: a double behind a wire, whose port is the address that the cluster advertises. */
export class DoubleNode implements ClusterView {
  readonly double = new EventStoreDbDouble();
  /** `unknown`: an election is going on, or the node is alone. */
  state: DoubleMember['state'] = 'unknown';
  /** The node that this one considers the leader. */
  believes: DoubleNode | undefined;
  /** True if there is no process: connections are refused. */
  isDead = false;
  isFrozen = false;
  /** True if the other nodes cannot reach it; clients can. */
  isCutOff = false;
  knownDead: ReadonlySet<DoubleNode> = new Set();
  /** Its own log while it leads without the agreement of the majority. Nobody reads what is only here. */
  #ahead: DoubleLog | undefined;
  #unreplicated: Unreplicated[] = [];
  #wire!: Wire;
  #port = 0;

  constructor(private readonly cluster: OfNodes) {
    this.double.cluster = this;
    this.double.log = cluster.log;
  }

  get port(): number {
    return this.#port;
  }

  get appendLimit(): number {
    return this.cluster.log.appendLimit;
  }

  get worksWithOthers(): boolean {
    return !this.isDead && !this.isFrozen && !this.isCutOff;
  }

  async start(): Promise<this> {
    await this.double.start();
    this.#wire = await Wire.to(this.double.port, { at: this.#port });
    this.#port = this.#wire.port;
    this.isDead = false;
    return this;
  }

  async kill(): Promise<void> {
    this.isDead = true;
    this.double.kill();
    this.giveUp();
    this.state = 'unknown';
    this.believes = undefined;
    await this.#wire[Symbol.asyncDispose]();
  }

  freeze(): void {
    this.isFrozen = true;
    this.#wire.freeze();
  }

  thaw(): void {
    this.isFrozen = false;
    this.#wire.thaw();
  }

  /** Every connection to it breaks; new ones work. */
  cutConnections(): void {
    this.#wire.cut();
  }

  refusal(call: 'read' | 'write'): ServiceError | undefined {
    if (this.state === 'leader') return undefined;
    if (this.believes) return notLeader({ host: '127.0.0.1', port: this.believes.port });
    // Without a leader, a replica names itself to a client that writes.
    return call === 'write' && this.state === 'follower'
      ? notLeader({ host: '127.0.0.1', port: this.port })
      : unavailable();
  }

  members(): readonly DoubleMember[] {
    return this.cluster.nodes.map((node) => ({
      port: node.port,
      state: node === this ? this.state : node === this.believes ? 'leader' : this.believes ? 'follower' : 'unknown',
      isAlive: !this.knownDead.has(node),
    }));
  }

  append(
    stream: string,
    expected: DoubleExpected,
    events: readonly ProposedEvent[],
  ): AppendAnswer | Promise<AppendAnswer> {
    if (this.cluster.agreesWith(this)) return this.cluster.log.append(stream, expected, events);
    this.#ahead ??= this.double.log.clone();
    const answer = this.#ahead.append(stream, expected, events);
    if (answer.kind !== 'written') return answer;
    return new Promise((settle) => {
      const timer = setTimeout(settle, COMMIT_TIMEOUT_MS, { kind: 'timed-out', why: 'Commit phase timeout.' });
      this.#unreplicated.push({
        append: [stream, expected, events],
        settle: (replicated) => {
          clearTimeout(timer);
          settle(replicated);
        },
      });
    });
  }

  /** The other nodes have this node's events from now on, also those of appends that were answered with a timeout. */
  replicate(): void {
    for (const { append, settle } of this.#unreplicated.splice(0)) settle(this.cluster.log.append(...append));
    this.#ahead = undefined;
  }

  /** What only this node has disappears from its log, as when a node truncates its log to join a new leader. */
  giveUp(): void {
    for (const { settle } of this.#unreplicated.splice(0)) {
      settle({ kind: 'timed-out', why: 'Request canceled by server' });
    }
    this.#ahead = undefined;
  }
}
