import { setTimeout as pause } from 'node:timers/promises';

export interface Endpoint {
  readonly host: string;
  readonly port: number;
}

/** A node of a cluster, as another node describes it. */
export interface Member extends Endpoint {
  /** True if it is alive and leads. */
  readonly leads: boolean;
}

const PACE = {
  /** Time between two requests to one node, ms. */
  pollMs: 200,
  /** How long a node must claim to lead, without the majority confirming it, before it is believed, ms: the others may be unreachable. */
  aloneMs: 1_000,
};

interface Options {
  /** Asks one node for its view of the cluster. May fail. */
  readonly ask: (node: Endpoint) => Promise<readonly Member[]>;
  readonly signal: AbortSignal;
  /** Absent: those of a real cluster. */
  readonly pace?: { readonly pollMs: number; readonly aloneMs: number };
}

/**
 * Asks every node, by the addresses that the cluster advertises, until one leads: the node says so itself, and so does the majority. What
 * the others say is not enough, because for seconds they name a leader that is dead, frozen or deposed. The node's own answer is not enough
 * either, because a leader that is cut off still considers itself the leader. A node that does not answer delays nobody. Resolves with
 * undefined when the signal aborts.
 */
export async function findLeader(
  seeds: readonly Endpoint[],
  { ask, signal, pace = PACE }: Options,
): Promise<Endpoint | undefined> {
  const found = new AbortController();
  const done = AbortSignal.any([signal, found.signal]);
  const views = new Views(pace.aloneMs);
  let leader: Endpoint | undefined;
  const polled = new Set<string>();
  const polls: Promise<void>[] = [];

  function poll(nodes: readonly Endpoint[]): void {
    for (const node of nodes) {
      if (polled.has(nameOf(node))) continue;
      polled.add(nameOf(node));
      polls.push(follow(node));
    }
  }

  async function follow(node: Endpoint): Promise<void> {
    while (!done.aborted) {
      try {
        const view = await ask(node);
        if (done.aborted) return;
        views.set(node, view);
        poll(view);
      } catch {
        // The reason of the failure is recorded by `ask`. A node without an answer has no view.
        if (done.aborted) return;
        views.delete(node);
      }
      leader = views.leader();
      if (leader) return found.abort();
      await pause(pace.pollMs, undefined, { signal: done }).catch(() => undefined);
    }
  }

  poll(seeds);
  // Does not wait for all of them: one that does not answer may take long.
  if (!done.aborted) await new Promise<void>((resolve) => done.addEventListener('abort', () => resolve()));
  return leader;
}

/** The latest answer of each node. */
class Views {
  readonly #views = new Map<string, readonly Member[]>();
  /** Since when each node has claimed to lead. */
  readonly #claimedAt = new Map<string, number>();

  constructor(private readonly aloneMs: number) {}

  set(node: Endpoint, view: readonly Member[]): void {
    const name = nameOf(node);
    this.#views.set(name, view);
    if (!leaderIn(view, name)) this.#claimedAt.delete(name);
    else if (!this.#claimedAt.has(name)) this.#claimedAt.set(name, performance.now());
  }

  delete(node: Endpoint): void {
    this.#views.delete(nameOf(node));
    this.#claimedAt.delete(nameOf(node));
  }

  /** Only the views of nodes that were asked by their own addresses count, each once. */
  leader(): Endpoint | undefined {
    const claims = [...this.#claimedAt].map(([name, since]) => {
      const view = this.#views.get(name)!;
      const votes = [...this.#views].filter(([voter, of]) => knows(of, voter) && leaderIn(of, name)).length;
      return { leader: leaderIn(view, name)!, votes, hasMost: votes * 2 > view.length, since };
    });
    const elected = claims.find(({ hasMost }) => hasMost);
    if (elected) return elected.leader;
    const [alone] = claims
      .filter(({ since }) => performance.now() - since > this.aloneMs)
      .sort((one, other) => other.votes - one.votes || Math.random() - 0.5);
    return alone?.leader;
  }
}

export const nameOf = ({ host, port }: Endpoint): string => `${host}:${port}`;
const knows = (view: readonly Member[], name: string) => view.some((member) => nameOf(member) === name);
const leaderIn = (view: readonly Member[], name: string) =>
  view.find((member) => member.leads && nameOf(member) === name);
