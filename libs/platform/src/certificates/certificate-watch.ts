import type { Config } from '../config/config.js';
import type { Logger } from '../logger/logger.js';
import { certificateEnd, tlsServersOf } from './certificate-end.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Warnings start this many days before a certificate expires. */
const WARNED_DAYS = 30;

/** The variables with the addresses of engines, and how operators call each engine. */
const ENGINES = {
  databaseUrl: ['DATABASE_URL', 'the database'],
  eventStoreUrl: ['EVENT_STORE_URL', 'the event log'],
  redisUrl: ['REDIS_URL', 'the job queue'],
  identityDatabaseUrl: ['IDENTITY_DATABASE_URL', 'the identity provider’s database'],
} as const satisfies Partial<Record<keyof Config, readonly [string, string]>>;

export type WatchedEngine = keyof typeof ENGINES;

interface Seen {
  readonly engine: WatchedEngine;
  readonly host: string;
  readonly end: Date;
}

export interface CertificateWatchOptions {
  readonly log: Pick<Logger, 'warn'>;
  readonly now?: () => number;
}

/**
 * Asks the engines that are reached over TLS each hour when their certificates expire, and warns from 30 days before: in words for a health
 * check, and once a day in the log. A server that cannot be reached keeps its last answer.
 */
export class CertificateWatch {
  readonly #seen = new Map<string, Seen>();
  /** The day of the last log line, by server. */
  readonly #logged = new Map<string, number>();
  readonly #timer: NodeJS.Timeout;
  readonly #log: Pick<Logger, 'warn'>;
  readonly #now: () => number;
  /** The first look at the servers. */
  readonly looked: Promise<void>;

  constructor(
    private readonly addresses: { readonly [Engine in WatchedEngine]?: string | undefined },
    { log, now = Date.now }: CertificateWatchOptions,
  ) {
    this.#log = log;
    this.#now = now;
    this.#timer = setInterval(() => void this.look(), HOUR_MS).unref();
    this.looked = this.look();
  }

  close(): void {
    clearInterval(this.#timer);
  }

  /** Asks each server now. */
  async look(): Promise<void> {
    // The log is often in the database: an address is asked once, and named by the first variable that has it.
    const asked = new Set<string>();
    const looks = (Object.keys(ENGINES) as WatchedEngine[]).flatMap((engine) => {
      const url = this.addresses[engine];
      if (url === undefined || asked.has(url)) return [];
      asked.add(url);
      return tlsServersOf(url).map(async (server) => {
        const host = `${server.host}:${server.port}`;
        const end = await certificateEnd(server).catch(() => undefined);
        if (end !== undefined) this.#seen.set(host, { engine, host, end });
      });
    });
    await Promise.all(looks);
    const today = Math.floor(this.#now() / DAY_MS);
    for (const { engine, host, end } of this.#endingSoon()) {
      if (this.#logged.get(host) === today) continue;
      this.#logged.set(host, today);
      this.#log.warn({ variable: ENGINES[engine][0], host, end: end.toISOString() }, 'a certificate ends soon');
    }
  }

  /** One sentence for each certificate that expires within 30 days, or has expired, the soonest first. It names no host. */
  get warnings(): readonly string[] {
    return [...new Set(this.#endingSoon().map((one) => this.#sentence(one)))];
  }

  #endingSoon(): readonly Seen[] {
    const until = this.#now() + WARNED_DAYS * DAY_MS;
    return [...this.#seen.values()]
      .filter(({ end }) => end.getTime() <= until)
      .sort((one, other) => one.end.getTime() - other.end.getTime());
  }

  #sentence({ engine, end }: Seen): string {
    const [variable, name] = ENGINES[engine];
    const days = Math.floor((end.getTime() - this.#now()) / DAY_MS);
    const when = days < 0 ? 'ended on' : 'ends on';
    const left = days < 0 ? '' : days === 0 ? ', within a day' : `, in ${days} ${days === 1 ? 'day' : 'days'}`;
    return `The certificate of ${name} (${variable}) ${when} ${end.toISOString().slice(0, 10)}${left}.`;
  }
}
