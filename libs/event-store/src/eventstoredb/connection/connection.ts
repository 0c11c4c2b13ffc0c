import type { Credentials, EventStoreDBClient, NotLeaderError } from '@eventstore/db-client';
import { ErrorType } from '@eventstore/db-client';
import { TimeoutError, unlessAborted, withTimeout } from '../../retry.js';
import { type Endpoint, findLeader, type Member, nameOf } from './find-leader.js';
import { NodeClient } from './node-client.js';
import {
  ConnectionLost,
  isOfType,
  isOutage,
  isSignInRefused,
  NoNode,
  NotLeading,
  reasonOf,
  SignInRefused,
} from './outage.js';
import { type ConnectionUrl, readConnectionUrl } from './connection-url.js';

/** A call without an answer for this long makes the connection doubtful, ms. */
const SILENCE_MS = 1_000;
/** How long a node may take to say whether it still leads, ms. Without an answer the connection is given up. */
const CHECK_TIMEOUT_MS = 2_000;
/** How long a node may take to return its view of the cluster to a client that looks for the leader, ms. */
const VIEW_TIMEOUT_MS = 5_000;

/**
 * Options of every call. With credentials, an append uses a call of its own, which fails or succeeds on its own. Without them,
 * the client sends appends in one stream whose state all clients of the process share: one broken connection then fails
 * the appends of all clients, and ends the process if an answer comes later (docs/decisions/0013).
 * Reads go to the leader too, so that a command sees every earlier append.
 */
export interface EachCall {
  readonly credentials: Credentials;
  readonly requiresLeader: true;
}

/**
 * The connection to the server, or to the leader of a cluster. It is replaced, for all calls at once, when one of them shows that the node
 * is down, does not lead or does not answer (docs/decisions/0086).
 */
export class Connection {
  readonly each: EachCall;
  readonly #closing = new AbortController();
  #node: NodeClient | undefined;
  #finding: Promise<NodeClient | undefined> | undefined;
  #checking: Promise<void> | undefined;
  /** The address of the leader, as named by the only server that we know. */
  #leader: Endpoint | undefined;
  /** Why each node could not be used in the last search for the leader, by its name. A node that has not answered yet is missing. */
  #failures = new Map<string, unknown>();

  constructor(private readonly url: ConnectionUrl) {
    this.each = { credentials: url.credentials, requiresLeader: true };
  }

  /** Throws `NoNode` if there is none within `ms`. */
  async connected(ms: number): Promise<NodeClient> {
    if (this.#node) return this.#node;
    if (this.#closing.signal.aborted) throw new NoNode('the connection is closed');
    this.#finding ??= this.#find().finally(() => (this.#finding = undefined));
    const node = await withTimeout(ms, this.#finding).catch((error: unknown) => {
      throw error instanceof TimeoutError ? this.#noNode() : error;
    });
    return node ?? (await Promise.reject(this.#noNode()));
  }

  /**
   * Throws what the call throws, `TimeoutError` after `ms`, `ConnectionLost` if another call shows meanwhile that the node is down, and
   * `NoNode` if the call was not made.
   */
  async ask<Answer extends object>(
    ms: number,
    call: (client: EventStoreDBClient, each: EachCall, ms: number) => Promise<Answer>,
  ): Promise<Answer> {
    const deadline = performance.now() + ms;
    const node = await this.connected(ms);
    const msLeft = Math.max(1, deadline - performance.now());
    const watch = setInterval(() => this.#check(node), SILENCE_MS);
    try {
      const answer = await unlessAborted(withTimeout(msLeft, call(node.client, this.each, msLeft)), node.lost);
      if (answer === undefined) throw new ConnectionLost();
      return answer;
    } catch (error) {
      if (isSignInRefused(error)) throw new SignInRefused({ cause: error });
      if (isOutage(error)) this.giveUp(node, error);
      throw error;
    } finally {
      clearInterval(watch);
    }
  }

  /** Calls on this connection end with `ConnectionLost`; later calls look for the leader. */
  giveUp(node: NodeClient, reason: unknown): void {
    // A refused sign-in is no reason to reconnect: the node is up, and another connection would be refused as well.
    if (node !== this.#node || isSignInRefused(reason)) return;
    this.#node = undefined;
    this.#leader = undefined;
    if (isOfType(reason, ErrorType.NOT_LEADER)) {
      const { address, port } = (reason as NotLeaderError).leader;
      this.#leader = { host: address, port };
    }
    void node.giveUp();
  }

  async close(): Promise<void> {
    this.#closing.abort();
    const node = this.#node;
    this.#node = undefined;
    await node?.giveUp();
  }

  async #find(): Promise<NodeClient | undefined> {
    const { hosts, isCluster } = this.url;
    const found = isCluster ? await this.#findLeader() : (this.#leader ?? hosts[0]);
    if (!found || this.#closing.signal.aborted) return undefined;
    this.#node = new NodeClient(this.url.of(found), found);
    return this.#node;
  }

  #findLeader(): Promise<Endpoint | undefined> {
    const failures = (this.#failures = new Map<string, unknown>());
    const ask = async (endpoint: Endpoint): Promise<readonly Member[]> => {
      const node = new NodeClient(this.url.of(endpoint), endpoint);
      try {
        const view = await node.members(VIEW_TIMEOUT_MS);
        failures.set(nameOf(endpoint), notLeading(view));
        return view;
      } catch (error) {
        failures.set(nameOf(endpoint), error);
        throw error;
      } finally {
        void node.giveUp();
      }
    };
    return findLeader(this.url.hosts, { signal: this.#closing.signal, ask });
  }

  /** A frozen node keeps its connections open, and the client would only notice it after 20 s. */
  #check(node: NodeClient): void {
    if (node !== this.#node) return;
    this.#checking ??= this.#stillLeads(node)
      .catch((error: unknown) => this.giveUp(node, error))
      .finally(() => (this.#checking = undefined));
  }

  async #stillLeads(node: NodeClient): Promise<void> {
    const { host, port } = node.endpoint;
    const view = await node.members(CHECK_TIMEOUT_MS).catch((error: unknown) => {
      if (isOutage(error)) throw error;
      return undefined;
    });
    if (!this.url.isCluster || view === undefined) return;
    if (!view.some((member) => member.leads && member.host === host && member.port === port))
      throw new ConnectionLost();
  }

  #noNode(): NoNode {
    const names = new Set([...this.url.hosts.map(nameOf), ...this.#failures.keys()]);
    const reasons = [...names].map((name) => `${name}: ${reasonOf(this.#failures.get(name))}`);
    return new NoNode(`no node leads (${reasons.join('; ')})`, { cause: [...this.#failures.values()].at(-1) });
  }
}

function notLeading(view: readonly Member[]): NotLeading {
  const leader = view.find(({ leads }) => leads);
  return new NotLeading(leader ? `it says that ${nameOf(leader)} leads` : 'it knows no leader');
}

/** Opens no connection yet. Throws `TypeError` like `readConnectionUrl`. */
export function openConnection(url: string): Connection {
  return new Connection(readConnectionUrl(url));
}
