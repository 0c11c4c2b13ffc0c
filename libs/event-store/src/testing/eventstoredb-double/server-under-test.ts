import { testEventStoreDbUrl } from '@throughline/platform/testing';
import { Wire } from '../wire.js';
import { EventStoreDbDouble } from './eventstoredb-double.js';

/** A server that can be crashed: the double, or the connection to the real server that EVENT_STORE_URL names. */
export interface ServerUnderTest {
  readonly port: number;
  readonly concurrentAppends: number;
  readonly credentials: { readonly username: string; readonly password: string };
  urlAt(port: number): string;
  crash(): Promise<void>;
  start(): Promise<void>;
}

const USER_AND_HOST =
  /^esdb:\/\/(?:(?<username>[^:@/?]+):(?<password>[^@/?]+)@)?(?<host>[^:/?]+)(?::(?<port>\d+))?(?<rest>[/?].*)?$/;

export async function startServerUnderTest(): Promise<ServerUnderTest> {
  const url = testEventStoreDbUrl();
  return url === undefined ? startDouble() : reachRealServer(url);
}

async function startDouble(): Promise<ServerUnderTest> {
  const double = await new EventStoreDbDouble().start();
  return {
    port: double.port,
    concurrentAppends: 2_500,
    credentials: { username: 'admin', password: 'changeit' },
    urlAt: (port) => `esdb://127.0.0.1:${port}?tls=false`,
    crash: async () => double.kill(),
    start: async () => void (await double.start()),
  };
}

/** The real server is not killed: the connection to it breaks instead. Its certificate, if it has one, must be valid for 127.0.0.1. */
async function reachRealServer(url: string): Promise<ServerUnderTest> {
  const parts = USER_AND_HOST.exec(url)?.groups ?? {};
  const { username = 'admin', password = 'changeit', host, port = '2113', rest = '' } = parts;
  let wire = await Wire.to(Number(port), { host: host! });
  const at = wire.port;
  return {
    port: at,
    concurrentAppends: 10_000,
    credentials: { username: decodeURIComponent(username), password: decodeURIComponent(password) },
    urlAt: (localPort) => `esdb://${username}:${password}@127.0.0.1:${localPort}${rest}`,
    crash: () => wire[Symbol.asyncDispose](),
    async start() {
      wire = await Wire.to(Number(port), { host: host!, at });
    },
  };
}
