import { type Credentials, EventStoreDBClient } from '@eventstore/db-client';
import type { Endpoint } from './find-leader.js';

export interface ConnectionUrl {
  readonly credentials: Credentials;
  readonly hosts: readonly Endpoint[];
  /** The nodes say which of them leads. Otherwise the URL names the only server, by an address that it need not know itself. */
  readonly isCluster: boolean;
  /** The URL of one node, without the user: every call of ours names the credentials, and a view of the cluster is given to anybody. */
  of(node: Endpoint): string;
}

const PARTS =
  /^esdb(?<discover>\+discover)?:\/\/(?:(?<user>[^:@/]+):(?<password>[^@/]+)@)?(?<hosts>[^/?@]+)(?=[/?]|$)[^?]*(?:\?(?<query>.*))?$/;

const DEFAULT_PORT = 2113;

/** The client ignores them without TLS. */
const NOBODY: Credentials = { username: 'nobody', password: 'none' };

/** The options that mean something for one node. The client warns about others, each time and with the password. */
const OF_A_NODE: ReadonlySet<string> = new Set([
  ...['tls', 'tlscafile', 'usercertfile', 'userkeyfile'],
  ...['keepaliveinterval', 'keepalivetimeout', 'connectionname', 'defaultdeadline'],
]);

/**
 * Throws `TypeError`, in one line without the URL, which may contain a password, for a URL that the client does not understand and for options with
 * which it is not reliable.
 */
export function readConnectionUrl(url: string): ConnectionUrl {
  const parts = PARTS.exec(url)?.groups;
  if (!parts) throw new TypeError('EVENT_STORE_URL is not of the form esdb://user:password@host:2113');
  const options = [...new URLSearchParams(parts['query'])].map(([name, value]) => ({ name: flat(name), value }));
  const valueOf = (option: string) => options.find(({ name }) => name === option)?.value;
  if (valueOf('throwonappendfailure') === 'false') {
    throw new TypeError('EVENT_STORE_URL must not set throwOnAppendFailure=false: it hides the revision of a stream');
  }
  const { user, password } = parts;
  if (user === undefined && valueOf('tls') !== 'false') {
    throw new TypeError('EVENT_STORE_URL must name a user (esdb://user:password@host), or say tls=false');
  }
  try {
    EventStoreDBClient.connectionString(url);
  } catch {
    throw new TypeError('EVENT_STORE_URL is not a connection string of EventStoreDB');
  }
  const hosts = parts['hosts']!.split(',').map((host): Endpoint => {
    const [name, port] = host.trim().split(':') as [string, string?];
    return { host: name, port: port === undefined ? DEFAULT_PORT : Number.parseInt(port) };
  });
  const kept = (parts['query'] ?? '').split('&').filter((option) => OF_A_NODE.has(flat(option.split('=', 1)[0]!)));
  const query = kept.length > 0 ? `?${kept.join('&')}` : '';
  const credentials =
    user === undefined ? NOBODY : { username: decodeURIComponent(user), password: decodeURIComponent(password!) };
  return {
    credentials,
    hosts,
    isCluster: parts['discover'] !== undefined || hosts.length > 1,
    of: ({ host, port }) => `esdb://${host}:${port}${query}`,
  };
}

/** As the client reads the name of an option. */
const flat = (option: string): string => option.trim().toLowerCase().replaceAll(/[_-]/g, '');
