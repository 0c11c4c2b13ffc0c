import { Inject, Injectable } from '@nestjs/common';
import type { EventStore } from '@throughline/event-store';
import { CertificateWatch, fetchWithin } from '@throughline/platform';
import { signOfOtherLog } from '@throughline/read-models';
import { sql } from 'kysely';
import pTimeout from 'p-timeout';
import { type ApiConfig, type ApiDatabase, CONFIG, DATABASE, EVENT_STORE } from '../engines/engines.js';
import { discoveryUrl } from '../identity/identity-provider.js';

export interface Check {
  readonly ok: boolean;
  /** For operators: what is wrong or will be, or how far something is behind. */
  readonly detail?: string;
}

export type Checks = Readonly<Record<string, Check>>;

const TIMEOUT_MS = 3_000;
/** Long enough for another worker to take over. */
const MAX_PROJECTOR_SILENCE_SECONDS = 30;

const OF_ANOTHER_LOG = 'They were built from another log, or from a later state of this one. See `rebuild status`.';

/** Whether this node can serve requests: checks each of its dependencies. */
@Injectable()
export class Readiness {
  private checking: Promise<Checks> | null = null;

  constructor(
    @Inject(DATABASE) private readonly database: ApiDatabase,
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(CONFIG) private readonly config: ApiConfig,
    @Inject(CertificateWatch) private readonly certificates: CertificateWatch,
  ) {}

  check(): Promise<Checks> {
    this.checking ??= this.checkAll().finally(() => (this.checking = null));
    return this.checking;
  }

  private async checkAll(): Promise<Checks> {
    const [database, eventStore, identity, readModels] = await Promise.all([
      checkOf(async () => void (await sql`select 1`.execute(this.database.db))),
      checkOf(async () => void (await this.store.head())),
      checkOf(() => this.discover()),
      checkOf(() => this.requireLiveProjector()),
    ]);
    // A warning does not make the check fail: the node serves until the certificate expires.
    const warnings = this.certificates.warnings.join(' ');
    const certificates = { ok: true, ...(warnings && { detail: warnings }) };
    return { database, eventStore, identity, readModels, certificates };
  }

  private async discover(): Promise<void> {
    const { ok, status } = await fetchWithin(TIMEOUT_MS, discoveryUrl(this.config));
    if (!ok) throw new Error(`answered ${status}`);
  }

  /** The worker touches its checkpoints every second, also when there is nothing to project. */
  private async requireLiveProjector(): Promise<string> {
    const { position, silentSeconds } = await this.database.db
      .selectFrom('consumer_checkpoint')
      .where('status', '=', 'active')
      .select((eb) => [
        eb.fn.min('position').as('position'),
        sql<number | null>`extract(epoch from now() - max(moved_at))::float`.as('silentSeconds'),
      ])
      .executeTakeFirstOrThrow();
    if (silentSeconds === null) throw new Error('the read models are being built');
    if (silentSeconds > MAX_PROJECTOR_SILENCE_SECONDS)
      throw new Error(`the projector was last seen ${Math.round(silentSeconds)} s ago`);
    // The answer does not name the stream that shows it, because it is public.
    if (await signOfOtherLog(this.database.db, this.store)) throw new Error(OF_ANOTHER_LOG);
    return `${(await this.store.head()) - position} positions behind`;
  }
}

/** `probe` may resolve with a detail. */
async function checkOf(probe: () => Promise<string | void>): Promise<Check> {
  try {
    const message = `no answer in ${TIMEOUT_MS} ms`;
    const detail = await pTimeout(probe(), { milliseconds: TIMEOUT_MS, message });
    return { ok: true, ...(typeof detail === 'string' && { detail }) };
  } catch (error) {
    return { ok: false, detail: error instanceof Error ? error.message : 'failed' };
  }
}
