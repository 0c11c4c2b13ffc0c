import { DoubleLog } from './double-log.js';
import { DoubleNode } from './double-node.js';
import type { DoubleMember } from './eventstoredb-double.js';

/**
 * A cluster of doubles that behaves as the real one was observed to. Nodes consider a dead leader the leader until an election. A leader
 * without a majority answers no append. A frozen or isolated leader still considers itself the leader afterwards, and what only it has is
 * truncated when it joins the new one. Elections happen when the test says so.
 */
export class DoubleCluster implements AsyncDisposable {
  /** The log of the majority. */
  readonly log = new DoubleLog();
  readonly nodes: readonly DoubleNode[];
  #leader: DoubleNode | undefined;

  private constructor(size: number) {
    this.nodes = Array.from({ length: size }, () => new DoubleNode(this));
  }

  static async start(size = 3): Promise<DoubleCluster> {
    const cluster = new DoubleCluster(size);
    for (const node of cluster.nodes) await node.start();
    cluster.elect(cluster.nodes[0]!);
    return cluster;
  }

  get url(): string {
    return `esdb://${this.nodes.map(({ port }) => `127.0.0.1:${port}`).join(',')}?tls=false`;
  }

  get leader(): DoubleNode {
    if (!this.#leader) throw new Error('There is no leader');
    return this.#leader;
  }

  get followers(): readonly DoubleNode[] {
    return this.nodes.filter((node) => node !== this.#leader);
  }

  /** Whether a majority would acknowledge what this leader writes. */
  agreesWith(node: DoubleNode): boolean {
    const working = this.nodes.filter(({ worksWithOthers }) => worksWithOthers);
    return node === this.#leader && node.worksWithOthers && working.length > this.nodes.length / 2;
  }

  /** The other nodes go on believing that it is up, and that it leads if it did, until `loseLeader` or `elect`. */
  async kill(node: DoubleNode): Promise<void> {
    if (!node.isDead) await node.kill();
  }

  /** Joins the leader, if there is one. */
  async restart(node: DoubleNode): Promise<void> {
    if (node.isDead) await node.start();
    if (this.#leader && this.#leader !== node && this.#leader.worksWithOthers) this.join(node);
    this.#changed();
  }

  freeze(node: DoubleNode): void {
    node.freeze();
  }

  thaw(node: DoubleNode): void {
    node.thaw();
    this.#changed();
  }

  /** Clients still reach the node. If it leads, nothing that it writes is acknowledged; if it follows, it lags behind from now on. */
  cutOff(node: DoubleNode): void {
    node.isCutOff = true;
    if (node !== this.#leader) node.double.log = this.log.clone();
  }

  /** The node reaches the others again, and catches up as the follower of their leader. */
  join(node: DoubleNode): void {
    node.isCutOff = false;
    if (node !== this.#leader) {
      const wasLeader = node.state === 'leader';
      node.giveUp();
      node.double.log = this.log;
      node.believes = this.#leader;
      node.state = this.#leader ? 'follower' : 'unknown';
      // A node that truncates its log does so offline.
      if (wasLeader) node.cutConnections();
    }
    this.#changed();
  }

  /** The nodes that reach each other notice that the leader is gone. Nobody leads until `elect`. */
  loseLeader(): void {
    const lost = this.#leader;
    this.#leader = undefined;
    if (lost && !lost.worksWithOthers) lost.double.log = this.log.clone();
    for (const node of this.nodes) if (node.worksWithOthers) this.#inform(node, 'unknown');
  }

  /** The new leader is known to all nodes that reach each other, and to no other. */
  elect(leader: DoubleNode): void {
    if (!leader.worksWithOthers) throw new Error('A node that the others do not reach is not elected');
    if (this.#leader && this.#leader !== leader) this.loseLeader();
    this.#leader = leader;
    leader.double.log = this.log;
    for (const node of this.nodes)
      if (node.worksWithOthers) this.#inform(node, node === leader ? 'leader' : 'follower');
    this.#changed();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const node of this.nodes) {
      node.thaw();
      await this.kill(node);
    }
  }

  #inform(node: DoubleNode, state: DoubleMember['state']): void {
    if (node.state === 'leader' && state !== 'leader') node.giveUp();
    node.believes = this.#leader;
    node.state = state;
    node.knownDead = new Set(this.nodes.filter(({ worksWithOthers }) => !worksWithOthers));
  }

  #changed(): void {
    if (this.#leader && this.agreesWith(this.#leader)) this.#leader.replicate();
  }
}
