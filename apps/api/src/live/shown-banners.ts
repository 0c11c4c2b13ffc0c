import { Inject, Injectable } from '@nestjs/common';
import type { Banner } from '@throughline/contracts';
import type { Logger } from '@throughline/platform';
import { listBanners } from '@throughline/read-models';
import { readCache } from '../cache/read-cache.js';
import type { Clock } from '../engines/clock.js';
import { type ApiDatabase, CLOCK, DATABASE, LOGGER } from '../engines/engines.js';
import { pollChanges } from './poll-changes.js';

/** Every open page asks repeatedly: a node reads the banners once in this time. */
const TTL_MS = 500;

/** The banners above every page. Each begins and ends at a time, without an event, so each node checks every second. */
@Injectable()
export class ShownBanners {
  private readonly stopping = new AbortController();
  private running: Promise<void> = Promise.resolve();
  private readonly cache;

  constructor(
    @Inject(DATABASE) { db }: ApiDatabase,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    this.cache = readCache(
      async () => {
        const now = new Date();
        const planned = await listBanners(db, now);
        return planned
          .filter(({ from }) => Date.parse(from) <= now.getTime())
          .map(({ bannerId, text, textEs }) => ({ bannerId, text, textEs }));
      },
      TTL_MS,
      () => clock.now(),
    );
  }

  async list(): Promise<readonly Banner[]> {
    return (await this.cache.fetch('all')) ?? [];
  }

  /** `onChange` gets all banners that are shown. Nothing is read while `isNeeded` is false, or while the database does not answer. */
  start(isNeeded: () => boolean, onChange: (banners: readonly Banner[]) => void): void {
    this.running = pollChanges<readonly Banner[]>({
      read: (before) => (isNeeded() ? this.listOr(before) : before),
      known: [],
      onChange,
      clock: this.clock,
      signal: this.stopping.signal,
    });
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.running;
  }

  private async listOr(before: readonly Banner[]): Promise<readonly Banner[]> {
    try {
      return await this.list();
    } catch (error) {
      this.logger.warn({ err: error }, 'banners cannot be read; trying again');
      return before;
    }
  }
}
