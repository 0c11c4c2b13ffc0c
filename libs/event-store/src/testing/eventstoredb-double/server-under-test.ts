import { EventStoreDBClient } from '@eventstore/db-client';
import { testEventStoreDbUrl } from '@throughline/platform/testing';
import { Wire } from '../wire.js';
import { EventStoreDbDouble } from './eventstoredb-double.js';

/** A server that can be crashed: the double, or the connection to the real server that EVENT_STORE_URL names. */
export interface ServerUnderTest {
  readonly url: string;
  /** The port that `crash` closes. */
  readonly port: number;
  readonly concurrentAppends: number;
  readonly credentials: { readonly username: string; readonly password: string };
  /** The URL of the same server, by another port of this machine. */
  urlAt(port: number): string;
  crash(): Promise<void>;
  start(): Promise<void>;
}

const USER_AND_OPTIONS =
  /^esdb(?:\+discover)?:\/\/(?:(?<username>[^:@/?]+):(?<password>[^@/?]+)@)?[^/?]+(?<options>[/?].*)?$/;

export async function startServerUnderTest(): Promise<ServerUnderTest> {
  const url = testEventStoreDbUrl();
  return url === undefined ? startDouble() : reachRealServer(url);
}

async function startDouble(): Promise<ServerUnderTest> {
  const double = await new EventStoreDbDouble().start();
  const urlAt = (port: number) => `esdb://127.0.0.1:${port}?tls=false`;
  return {
    url: urlAt(double.port),
    port: double.port,
    concurrentAppends: 2_500,
    credentials: { username: 'admin', password: 'changeit' },
    urlAt,
    crash: async () => double.kill(),
    start: async () => void (await double.start()),
  };
}

/**
 * The real server is not killed: the connection to it breaks instead, with several nodes that to the leader. Its certificate, if it has one,
 * must be valid for 127.0.0.1.
 */
async function reachRealServer(url: string): Promise<ServerUnderTest> {
  const { username = 'admin', password = 'changeit', options = '' } = USER_AND_OPTIONS.exec(url)?.groups ?? {};
  let wire = await wireToLeader(url);
  const { port } = wire;
  return {
    url,
    port,
    concurrentAppends: 10_000,
    credentials: { username: decodeURIComponent(username), password: decodeURIComponent(password) },
    urlAt: (localPort) => `esdb://${username}:${password}@127.0.0.1:${localPort}${options}`,
    crash: () => wire[Symbol.asyncDispose](),
    async start() {
      wire = await wireToLeader(url, port);
    },
  };
}

/** The client finds the leader; with one node it is that node. */
async function wireToLeader(url: string, at?: number): Promise<Wire> {
  const channel = await EventStoreDBClient.connectionString(url)['getChannel']();
  const [, host = '', port] = /([^:/]+):(\d+)$/.exec(channel.getTarget()) ?? [];
  channel.close();
  return Wire.to(Number(port), { host, at });
}
