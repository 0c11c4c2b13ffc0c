import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { connect, type DetailedPeerCertificate, type TLSSocket } from 'node:tls';

/** A server that is reached over TLS. */
export interface TlsServer {
  readonly host: string;
  readonly port: number;
  /** PostgreSQL is asked for TLS over a plain connection first. */
  readonly startsPlain: boolean;
  /** File with the authorities that the client trusts, if the address names one. */
  readonly authorities: string | null;
}

const TIMEOUT_MS = 5_000;
const ADDRESS = /^(?<scheme>[a-z+]+):\/\/(?:[^/?]*@)?(?<hosts>[^/?@]+)[^?]*(?:\?(?<options>.*))?$/;
const PORTS: Readonly<Record<string, number>> = {
  ...{ esdb: 2113, 'esdb+discover': 2113, rediss: 6379, postgres: 5432, postgresql: 5432 },
};

/** The servers of an engine's address that are connected to over TLS: none without TLS, and each node of a list. */
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

/** As the driver does: any `sslmode` but `disable`, or `ssl` that is true. */
const usesTls = (options: ReadonlyMap<string, string>): boolean =>
  options.has('sslmode') ? options.get('sslmode') !== 'disable' : ['true', '1'].includes(options.get('ssl') ?? '');

/**
 * When the first certificate of the server's chain ends: its own, or one of an authority that it sends or the client trusts. It is read from a connection
 * of its own, which sends nothing and takes any certificate.
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
  // Of a socket that TLS was put on, only the outer one is destroyed: Node can crash when it is the inner one.
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

/** From the server's own on; the last one has signed itself. */
function chainOf(first: DetailedPeerCertificate): readonly DetailedPeerCertificate[] {
  const chain = new Set<DetailedPeerCertificate>();
  for (let next: DetailedPeerCertificate | undefined = first; next && !chain.has(next); next = next.issuerCertificate) {
    if (next.valid_to) chain.add(next);
    else break;
  }
  return [...chain];
}
