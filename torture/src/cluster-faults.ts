import { setTimeout as pause } from 'node:timers/promises';
import type { DoubleCluster } from '@throughline/event-store/testing';
import type { ClusterFault, Fault } from './planned-faults.js';

/** How long an election lasts, during which no node leads. */
const ELECTION_MS = 300;
/** How long a deposed leader that is reachable again considers itself the leader. */
const ILLUSION_MS = 300;

type FaultOfCluster = Extract<Fault, { readonly kind: ClusterFault }>;

/** The end of the last fault of each cluster. On a busy machine a fault lasts longer than was planned, and the next one waits for it. */
const ends = new WeakMap<DoubleCluster, Promise<void>>();

function atItsTurn(cluster: DoubleCluster, inject: () => Promise<void>): Promise<void> {
  const end = (ends.get(cluster) ?? Promise.resolve()).then(inject);
  ends.set(
    cluster,
    end.catch(() => undefined),
  );
  return end;
}

/**
 * Injects a fault into an intact cluster, as EventStoreDB was observed to behave, and ends it after its time. Resolves when the cluster is
 * intact again. Half of the time passes before the nodes that reach each other notice that their leader is gone.
 */
export const commitToCluster = (cluster: DoubleCluster, fault: FaultOfCluster): Promise<void> =>
  atItsTurn(cluster, () => inject(cluster, fault));

async function inject(cluster: DoubleCluster, { kind, next, forMs }: FaultOfCluster): Promise<void> {
  const old = cluster.leader;
  const [follower, other] = [cluster.followers[next]!, cluster.followers[1 - next]!];
  switch (kind) {
    case 'leader-killed':
      await cluster.kill(old);
      await pause(forMs / 2);
      await electAnother(follower);
      await pause(forMs / 2);
      return cluster.restart(old);
    case 'leader-frozen':
      cluster.freeze(old);
      await pause(forMs / 2);
      await electAnother(follower);
      await pause(forMs / 2);
      cluster.thaw(old);
      await pause(ILLUSION_MS);
      return cluster.join(old);
    case 'follower-lags':
      // It considers the old leader the leader until it has caught up.
      cluster.cutOff(follower);
      await pause(forMs / 2);
      await electAnother(other);
      await pause(forMs / 2);
      return cluster.join(follower);
    case 'no-quorum':
      cluster.freeze(follower);
      await cluster.kill(other);
      await pause(forMs / 2);
      cluster.loseLeader();
      await pause(forMs / 2);
      cluster.thaw(follower);
      await cluster.restart(other);
      return cluster.elect(follower);
    case 'unreplicated-end':
      // Clients still reach it: it accepts appends that nobody acknowledges.
      cluster.cutOff(old);
      await pause(forMs / 2);
      await electAnother(follower);
      await pause(forMs / 2);
      return cluster.join(old);
  }

  async function electAnother(leader: typeof old): Promise<void> {
    cluster.loseLeader();
    await pause(ELECTION_MS);
    cluster.elect(leader);
  }
}

/** Every node at once, one or three; afterwards the leader is the same. */
export const loseEveryNode = (cluster: DoubleCluster, way: 'crash' | 'frozen', forMs: number): Promise<void> =>
  atItsTurn(cluster, () => loseAll(cluster, way, forMs));

async function loseAll(cluster: DoubleCluster, way: 'crash' | 'frozen', forMs: number): Promise<void> {
  const { leader, nodes } = cluster;
  for (const node of nodes) {
    if (way === 'frozen') cluster.freeze(node);
    else await cluster.kill(node);
  }
  await pause(forMs);
  for (const node of nodes) {
    if (way === 'frozen') cluster.thaw(node);
    else await cluster.restart(node);
  }
  cluster.elect(leader);
}
