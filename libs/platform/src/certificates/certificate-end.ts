import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { connect, type DetailedPeerCertificate, type TLSSocket } from 'node:tls';

/** A server that is connected to over TLS. */
export interface TlsServer {
  readonly host: string;
  readonly port: number;
  /** True for PostgreSQL, where TLS is requested over a plain connection first. */
  readonly startsPlain: boolean;
  /** File with the authorities that the client trusts, if the address names one. */
  readonly authorities: string | null;
}

const TIMEOUT_MS = 5_000;
const ADDRESS = /^(?<scheme>[a-z+]+):\/\/(?:[^/?]*@)?(?<hosts>[^/?@]+)[^?]*(?:\?(?<options>.*))?$/;
const PORTS: Readonly<Record<string, number>> = {
  esdb: 2113,
  'esdb+discover': 2113,
  rediss: 6379,
  postgres: 5432,
  postgresql: 5432,
};

/** The servers of an engine's address that are connected to over TLS: none without TLS, otherwise each node of a list. */
export function tlsServersOf(url: string): readonly TlsServer[] {
  const { scheme = '', hosts = '', options = '' } = ADDRESS.exec(url)?.groups ?? {};
  const port = PORTS[scheme];
  const given = new Map([...new URLSearchParams(options)].map(([name, value]) => [name.toLowerCase(), value]));
  if (port === undefined) return [];
  const startsPlain = scheme.startsWith('postgres');
  if (startsPlain && !usesTls(given)) return [];
  if (given.get('tls')?.toLowerCase() === 'false') return [];
  const authorities = given.get('tlscafile') ?? given.get('sslrootcert') ?? null;
  return hosts.split(',').map((name) => {
    const [, host = name, own] = /^\[?(.+?)\]?(?::(\d+))?$/.exec(name) ?? [];
    return { host, port: own ? Number(own) : port, startsPlain, authorities };
  });
}

/** Like the driver: any `sslmode` except `disable`, or a true `ssl`. */
const usesTls = (options: ReadonlyMap<string, string>): boolean =>
  options.has('sslmode') ? options.get('sslmode') !== 'disable' : ['true', '1'].includes(options.get('ssl') ?? '');

/**
 * When the first certificate of the server's chain expires: its own, or one of an authority that it sends or the client trusts. It is read
 * over a separate connection, which sends nothing and accepts any certificate.
 * @throws Error when the server cannot be reached within 5 s, or offers no TLS
 */
export async function certificateEnd({ host, port, startsPlain, authorities }: TlsServer): Promise<Date> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const options = {
    servername: isIP(host) ? '' : host,
    rejectUnauthorized: false,
    ALPNProtocols: startsPlain ? ['postgresql'] : ['h2', 'http/1.1'],
    ...(authorities !== null && { ca: readFileSync(authorities) }),
  };
  // If TLS runs on top of a socket, only the outer one is destroyed: Node can crash if it is the inner one.
  let socket: Socket | undefined;
  try {
    let secure: TLSSocket;
    if (startsPlain) {
      socket = connectTcp({ host, port });
      await once(socket, 'connect', { signal });
      await askForTls(socket, signal);
      secure = connect({ ...options, socket });
    } else {
      secure = connect({ ...options, host, port });
    }
    socket = secure;
    await once(secure, 'secureConnect', { signal });
    return new Date(Math.min(...chainOf(secure.getPeerCertificate(true)).map(({ valid_to }) => Date.parse(valid_to))));
  } finally {
    socket?.on('error', () => undefined).destroy();
  }
}

/** `SSLRequest` of PostgreSQL's protocol. */
async function askForTls(socket: Socket, signal: AbortSignal): Promise<void> {
  socket.write(Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]));
  const [answer] = (await once(socket, 'data', { signal })) as [Buffer];
  if (answer.toString('latin1') !== 'S') throw new Error('The server offers no TLS.');
}

/** The certificates from the server's own to the last one, which is self-signed. */
function chainOf(first: DetailedPeerCertificate): readonly DetailedPeerCertificate[] {
  const chain = new Set<DetailedPeerCertificate>();
  for (let next: DetailedPeerCertificate | undefined = first; next && !chain.has(next); next = next.issuerCertificate) {
    if (next.valid_to) chain.add(next);
    else break;
  }
  return [...chain];
}
