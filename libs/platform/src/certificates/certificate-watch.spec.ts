import { X509Certificate } from 'node:crypto';
import { afterEach, describe, expect, it } from '@jest/globals';
import {
  CERTIFICATE_OF_SHORT_AUTHORITY,
  FIRST_CERTIFICATE,
  RENEWED_CERTIFICATE,
  startTlsServer,
} from '@throughline/platform/testing';
import { tlsServersOf } from './certificate-end.js';
import { CertificateWatch } from './certificate-watch.js';

const DAY_MS = 86_400_000;
const END = Date.parse(new X509Certificate(FIRST_CERTIFICATE.cert).validTo);
const ON = new Date(END).toISOString().slice(0, 10);

const cleanups: (() => unknown)[] = [];
async function cleanUp(): Promise<void> {
  for (const cleanup of cleanups.splice(0)) await cleanup();
}

async function server(...given: Parameters<typeof startTlsServer>) {
  const started = await startTlsServer(...given);
  cleanups.push(() => started.close());
  return started;
}

/** The warnings and log lines of a watch; `at` sets its clock. */
async function watch(addresses: ConstructorParameters<typeof CertificateWatch>[0], at: number) {
  const clock = { now: at };
  const lines: unknown[] = [];
  const log = { warn: (...line: unknown[]) => void lines.push(line) };
  const watching = new CertificateWatch(addresses, { log, now: () => clock.now });
  cleanups.push(() => watching.close());
  await watching.looked;
  return { watching, clock, lines };
}

describe('The certificate of an engine', () => {
  afterEach(cleanUp);

  it.each([
    ['EVENT_STORE_URL', 'the event log', 'eventStoreUrl', 'esdb://admin:p@localhost:PORT?tlsVerifyCert=true', false],
    ['EVENT_STORE_URL', 'the event log', 'eventStoreUrl', 'esdb+discover://admin:p@localhost:PORT', false],
    ['REDIS_URL', 'the job queue', 'redisUrl', 'rediss://:p@127.0.0.1:PORT/0', false],
    ['DATABASE_URL', 'the database', 'databaseUrl', 'postgres://u:p@localhost:PORT/app?sslmode=verify-full', true],
    ['DATABASE_URL', 'the database', 'databaseUrl', 'postgresql://u:p@127.0.0.1:PORT/app?ssl=true', true],
    [
      'IDENTITY_DATABASE_URL',
      'the identity provider’s database',
      'identityDatabaseUrl',
      'postgres://u:p@localhost:PORT/i?sslmode=no-verify',
      true,
    ],
  ] as const)('is warned of from a month before its end: %s', async (variable, name, key, address, startsPlain) => {
    const { port } = await server(FIRST_CERTIFICATE, { startsPlain });
    const url = address.replace('PORT', String(port));
    const { watching, clock, lines } = await watch({ [key]: url }, END - 31 * DAY_MS);
    expect([watching.warnings, lines]).toEqual([[], []]);
    for (const [before, words] of [
      [30 * DAY_MS, `ends on ${ON}, in 30 days`],
      [1.5 * DAY_MS, `ends on ${ON}, in 1 day`],
      [1_000, `ends on ${ON}, within a day`],
      [-1_000, `ended on ${ON}`],
      [-400 * DAY_MS, `ended on ${ON}`],
    ] as const) {
      clock.now = END - before;
      expect(watching.warnings).toEqual([`The certificate of ${name} (${variable}) ${words}.`]);
    }
    clock.now = END - 30 * DAY_MS;
    await watching.look();
    const facts = { variable, host: expect.stringMatching(new RegExp(`:${port}$`)), end: new Date(END).toISOString() };
    expect(lines).toEqual([[facts, 'a certificate ends soon']]);
  });

  it('is no longer warned of when it was renewed, and again before the end of the next one', async () => {
    const log = await server(FIRST_CERTIFICATE);
    const { watching, clock } = await watch({ eventStoreUrl: `esdb://a:b@localhost:${log.port}` }, END);
    expect(watching.warnings).toHaveLength(1);
    log.present(RENEWED_CERTIFICATE);
    await watching.look();
    expect(watching.warnings).toEqual([]);
    clock.now = Date.parse(new X509Certificate(RENEWED_CERTIFICATE.cert).validTo);
    expect(watching.warnings).toHaveLength(1);
    log.present(FIRST_CERTIFICATE);
    await watching.look();
    expect(watching.warnings).toEqual([expect.stringContaining(ON)]);
  });

  it('is logged once a day', async () => {
    const { port } = await server(FIRST_CERTIFICATE);
    const noon = Math.floor(END / DAY_MS) * DAY_MS - 20.5 * DAY_MS;
    const { watching, clock, lines } = await watch({ redisUrl: `rediss://localhost:${port}` }, noon);
    for (const hours of [1, 2, 11, 13, 14, 35, 37]) {
      clock.now = noon + hours * 3_600_000;
      await watching.look();
    }
    expect(lines).toHaveLength(3);
  });

  it('counts from the first end in its chain', async () => {
    const { port } = await server(CERTIFICATE_OF_SHORT_AUTHORITY);
    const authority = CERTIFICATE_OF_SHORT_AUTHORITY.cert.split(/(?<=-----END CERTIFICATE-----)\n/)[1] ?? '';
    const end = Date.parse(new X509Certificate(authority).validTo);
    expect(end).toBeLessThan(END - 100 * DAY_MS);
    const { watching } = await watch({ eventStoreUrl: `esdb://a:b@localhost:${port}` }, end);
    expect(watching.warnings).toEqual([expect.stringContaining(new Date(end).toISOString().slice(0, 10))]);
  });

  it('is asked of every node of a list, and known while a node cannot be reached', async () => {
    const [first, second] = [await server(RENEWED_CERTIFICATE), await server(FIRST_CERTIFICATE)];
    const eventStoreUrl = `esdb://a:b@localhost:${first.port},127.0.0.1:${second.port}`;
    const { watching } = await watch({ eventStoreUrl }, END);
    expect(watching.warnings).toEqual([expect.stringContaining(ON)]);
    await second.close();
    await watching.look();
    expect(watching.warnings).toEqual([expect.stringContaining(ON)]);
  });

  it('is reported once where several variables name one server', async () => {
    const { port } = await server(FIRST_CERTIFICATE, { startsPlain: true });
    const url = `postgres://u:p@localhost:${port}/app?sslmode=require`;
    const { watching, lines } = await watch({ databaseUrl: url, eventStoreUrl: url }, END);
    expect(watching.warnings).toEqual([expect.stringContaining('the database (DATABASE_URL)')]);
    expect(lines).toHaveLength(1);
  });

  it('is unknown of a server that has none, is away or does not answer, which fails nothing', async () => {
    const plain = await server(FIRST_CERTIFICATE, { startsPlain: true, offersTls: false });
    const away = await server(FIRST_CERTIFICATE);
    await away.close();
    const { watching, lines } = await watch(
      {
        databaseUrl: `postgres://u:p@localhost:${plain.port}/app?sslmode=require`,
        redisUrl: `rediss://localhost:${away.port}`,
        eventStoreUrl: 'esdb://a:b@no-such-host.invalid',
      },
      END,
    );
    expect([watching.warnings, lines]).toEqual([[], []]);
  });
});

describe('The servers that are reached over TLS', () => {
  afterEach(cleanUp);

  const of = (url: string) => tlsServersOf(url).map(({ host, port }) => `${host} ${port}`);

  it.each([
    ['esdb://admin:p@one:2113?tlsCaFile=/ca.crt', ['one 2113']],
    ['esdb://admin:p@one,two:2114,[::1]:2115', ['one 2113', 'two 2114', '::1 2115']],
    ['esdb+discover://admin:p@cluster', ['cluster 2113']],
    ['rediss://:p@cache', ['cache 6379']],
    ['postgres://u:p@db/app?sslmode=require', ['db 5432']],
    ['postgres://u:p@db:6432/app?ssl=1', ['db 6432']],
    ['esdb://one:2113?tls=false', []],
    ['esdb://one:2113?TLS=False', []],
    ['redis://:p@cache:6379', []],
    ['postgres://u:p@db/app', []],
    ['postgres://u:p@db/app?sslmode=disable', []],
    ['postgres://u:p@db/app?ssl=false', []],
    ['nonsense', []],
  ])('are those of %s', (url, expected) => {
    expect(of(url)).toEqual(expected);
  });

  it('come with the authorities that the address names', () => {
    expect(tlsServersOf('esdb://a:b@one?tlsCaFile=/certificates/ca.crt')[0]?.authorities).toBe('/certificates/ca.crt');
    expect(tlsServersOf('rediss://one')[0]?.authorities).toBeNull();
  });
});
