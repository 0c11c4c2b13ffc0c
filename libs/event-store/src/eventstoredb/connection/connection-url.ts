import { type Credentials, EventStoreDBClient } from '@eventstore/db-client';
import type { Endpoint } from './find-leader.js';

export interface ConnectionUrl {
  readonly credentials: Credentials;
  readonly hosts: readonly Endpoint[];
  /**
   * True if the nodes say which of them leads. Otherwise the URL names the only server, by an address that the server itself need not know.
   */
  readonly isCluster: boolean;
  /** The URL of one node, without the user: each of our calls passes the credentials, and anybody may read the view of the cluster. */
  of(node: Endpoint): string;
}

/** A password is never part of what follows the hosts: a raw @ there belongs to a password whose / or ? is not escaped. */
const PARTS =
  /^esdb(?<discover>\+discover)?:\/\/(?:(?<user>[^:@/]+):(?<password>[^@/]+)@)?(?<hosts>[^/?@]+)(?=[/?]|$)[^?@]*(?:\?(?<query>[^@]*))?$/;

const DEFAULT_PORT = 2113;
const MAX_PORT = 65_535;

/** The client ignores these without TLS. */
const NOBODY: Credentials = { username: 'nobody', password: 'none' };

/** The options that have a meaning for one node. */
const OF_A_NODE: ReadonlySet<string> = new Set([
  'tls',
  'tlscafile',
  'usercertfile',
  'userkeyfile',
  'keepaliveinterval',
  'keepalivetimeout',
  'connectionname',
  'defaultdeadline',
]);

/** The other options that the client knows. Those about discovery have no effect, because we find the leader ourselves. */
const KNOWN: ReadonlySet<string> = new Set([
  ...OF_A_NODE,
  'tlsverifycert',
  'throwonappendfailure',
  'maxdiscoverattempts',
  'discoveryinterval',
  'gossiptimeout',
  'nodepreference',
]);

interface Option {
  /** The name in the form in which the client compares it. */
  readonly name: string;
  readonly value: string;
  /** The name as it is written in the URL. */
  readonly written: string;
}

/**
 * Throws `TypeError`, in one line without the URL, which may contain a password, for a URL that the client does not understand, and for options with
 * which it is not reliable or which it would ignore: it prints the whole URL with those.
 */
export function readConnectionUrl(url: string): ConnectionUrl {
  const parts = PARTS.exec(url.trim())?.groups;
  if (!parts) throw new TypeError('EVENT_STORE_URL is not of the form esdb://user:password@host:2113');
  const options = optionsOf(parts['query']);
  const valueOf = (option: string) => options.find(({ name }) => name === option)?.value;
  if (valueOf('throwonappendfailure') === 'false') {
    throw new TypeError('EVENT_STORE_URL must not set throwOnAppendFailure=false: it hides the revision of a stream');
  }
  if (valueOf('tlsverifycert') === 'false') {
    throw new TypeError(
      'EVENT_STORE_URL must not set tlsVerifyCert=false, which has no effect: tlsCAFile names the certificate to trust',
    );
  }
  const { user, password } = parts;
  if (user === undefined && valueOf('tls') !== 'false') {
    throw new TypeError('EVENT_STORE_URL must name a user (esdb://user:password@host), or say tls=false');
  }
  const credentials = user === undefined ? NOBODY : credentialsOf(user, password!);
  const hosts = parts['hosts']!.split(',').map(endpointOf);
  try {
    // Checked without the user and the password, because the client prints the whole URL if it rejects it.
    EventStoreDBClient.connectionString(url.trim().replace(/\/\/[^@/]*@/, '//'));
  } catch (error) {
    throw new TypeError(`EVENT_STORE_URL ${whyRefused(error)}`);
  }
  const kept = options.filter(({ name }) => OF_A_NODE.has(name)).map(({ written }) => written);
  const query = kept.length > 0 ? `?${kept.join('&')}` : '';
  return {
    credentials,
    hosts,
    isCluster: parts['discover'] !== undefined || hosts.length > 1,
    of: ({ host, port }) => `esdb://${host}:${port}${query}`,
  };
}

function optionsOf(query: string | undefined): readonly Option[] {
  const options = new Map<string, Option>();
  for (const written of query?.split('&') ?? []) {
    const [label = '', value] = written.split('=', 2).map((part) => part.trim());
    if (label === '') throw new TypeError('EVENT_STORE_URL has an option without a name');
    if (!value) throw new TypeError(`EVENT_STORE_URL has an option without a value: ${label}`);
    const name = label.toLowerCase().replaceAll(/[_-]/g, '');
    if (!KNOWN.has(name)) throw new TypeError(`EVENT_STORE_URL has an option that does not exist: ${label}`);
    if (options.has(name)) throw new TypeError(`EVENT_STORE_URL names the option ${label} twice`);
    options.set(name, { name, value, written });
  }
  return [...options.values()];
}

function credentialsOf(user: string, password: string): Credentials {
  try {
    return { username: decodeURIComponent(user), password: decodeURIComponent(password) };
  } catch {
    throw new TypeError('EVENT_STORE_URL has a user or a password that is not valid: write % as %25');
  }
}

function endpointOf(written: string): Endpoint {
  const [host = '', port = String(DEFAULT_PORT), ...others] = written.split(':').map((part) => part.trim());
  const number = /^\d+$/.test(port) ? Number(port) : 0;
  if (others.length > 0 || number < 1 || number > MAX_PORT) {
    throw new TypeError('EVENT_STORE_URL has a port that is none: hosts are written host:2113, separated by commas');
  }
  return { host, port: number };
}

/** The client's errors about files name neither the file nor the URL; the others contain a part of the URL. */
function whyRefused(error: unknown): string {
  const { message } = error as Error;
  if (/file was not found/i.test(message)) return 'names a file that does not exist or cannot be read';
  if (message.includes('userKeyFile')) return 'must name both userCertFile and userKeyFile';
  return 'is not a connection string of EventStoreDB';
}
