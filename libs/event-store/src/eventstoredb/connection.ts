import { type Credentials, EventStoreDBClient } from '@eventstore/db-client';
import { TimeoutError } from '../retry.js';

/**
 * Options of every call. With credentials, an append uses a call of its own, which fails or succeeds on its own. Without them,
 * the client sends appends in one stream whose state all clients of the process share: one broken connection then fails
 * the appends of all clients, and ends the process if an answer comes later (docs/decisions/0013).
 * Reads go to the leader too, so that a command sees every earlier append.
 */
interface EachCall {
  readonly credentials: Credentials;
  readonly requiresLeader: true;
}

/** The connection to the server, which is replaced when a call over it got no answer. */
export class Connection {
  #client: EventStoreDBClient;

  constructor(
    private readonly url: string,
    readonly each: EachCall,
  ) {
    this.#client = openClient(url);
  }

  get client(): EventStoreDBClient {
    return this.#client;
  }

  /** Throws what the call throws. After a `TimeoutError` the connection is replaced. */
  async ask<Answer>(call: (client: EventStoreDBClient, each: EachCall) => Promise<Answer>): Promise<Answer> {
    const client = this.#client;
    try {
      return await call(client, this.each);
    } catch (error) {
      if (error instanceof TimeoutError && client === this.#client) this.#replace();
      throw error;
    }
  }

  async close(): Promise<void> {
    await this.#client.dispose();
    // Not awaited: without a reachable cluster it would never end.
    closeChannel(this.#client).catch(() => undefined);
  }

  /** The connection may be half open, which the client would notice only after 20 s. Calls on the old connection end there. */
  #replace(): void {
    const old = this.#client;
    this.#client = openClient(this.url);
    closeChannel(old).catch(() => undefined);
  }
}

/** The client has no method that closes it. */
async function closeChannel(client: EventStoreDBClient): Promise<void> {
  const channel = await client['getChannel']();
  channel.close();
}

const SCHEME_AND_USER = /^esdb(?:\+discover)?:\/\/(?:(?<user>[^:@/]+):(?<password>[^@/]+)@)?[^/?@]+(?=[/?]|$)/;

/** The client ignores them without TLS. */
const NOBODY: Credentials = { username: 'nobody', password: 'none' };

/**
 * Opens no connection yet. Throws `TypeError`, in one line without the URL, which may contain a password, for a URL that the client does
 * not understand and for options with which it is not reliable.
 */
export function openConnection(url: string): Connection {
  const parts = SCHEME_AND_USER.exec(url)?.groups;
  if (!parts) throw new TypeError('EVENT_STORE_URL is not of the form esdb://user:password@host:2113');
  const options = new Map(
    [...new URLSearchParams(url.split('?')[1])].map(([name, value]) => [name.toLowerCase(), value]),
  );
  if (options.get('throwonappendfailure') === 'false') {
    throw new TypeError('EVENT_STORE_URL must not set throwOnAppendFailure=false: it hides the revision of a stream');
  }
  const { user, password } = parts;
  if (user === undefined && options.get('tls') !== 'false') {
    throw new TypeError('EVENT_STORE_URL must name a user (esdb://user:password@host), or say tls=false');
  }
  const credentials =
    user === undefined ? NOBODY : { username: decodeURIComponent(user), password: decodeURIComponent(password!) };
  return new Connection(url, {
    credentials,
    requiresLeader: true,
  });
}

function openClient(url: string): EventStoreDBClient {
  try {
    return withoutStrayRejections(EventStoreDBClient.connectionString(url));
  } catch {
    throw new TypeError('EVENT_STORE_URL is not a connection string of EventStoreDB');
  }
}

/** The client does not handle the rejection of its reconnection: a cluster that is not found again would end the process. */
function withoutStrayRejections(client: EventStoreDBClient): EventStoreDBClient {
  const handleError = client['handleError'];
  client['handleError'] = (...failure) => handleError(...failure).catch(() => undefined);
  return client;
}
