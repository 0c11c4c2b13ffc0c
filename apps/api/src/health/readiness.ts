import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { Engines } from '../engine/engines.js';
import { discoveryUrl } from '../identity/provider-urls.js';

export interface Check {
  readonly ok: boolean;
  /** What is wrong, or how far something is; for operators. */
  readonly detail?: string;
}

const TIMEOUT_MS = 3_000;
/** Long enough for a worker to be replaced by another. */
const SILENT_SECONDS = 30;

/** Whether this node can serve: everything it stands on, asked now. */
@Injectable()
export class Readiness {
  constructor(private readonly engines: Engines) {}

  async check(): Promise<Readonly<Record<string, Check>>> {
    const { db, store } = this.engines;
    const [database, eventStore, identity, readModels] = await Promise.all([
      asked(() => sql`select 1`.execute(db)),
      asked(() => store.head()),
      asked(() => this.discover()),
      asked(() => this.requireLivingProjector()),
    ]);
    return { database, eventStore, identity, readModels };
  }

  private async discover(): Promise<void> {
    const { ok, status } = await fetch(discoveryUrl(this.engines.config), { signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (!ok) throw new Error(`answered ${status}`);
  }

  /** Its checkpoints are touched every second, also when there is nothing to do: see the worker's projector. */
  private async requireLivingProjector(): Promise<string> {
    const { db, store } = this.engines;
    const { position, silentSeconds } = await db
      .selectFrom('read_model_checkpoint')
      .where('status', '=', 'active')
      .select((eb) => [
        eb.fn.min('position').as('position'),
        sql<number | null>`extract(epoch from now() - max(moved_at))::float`.as('silentSeconds'),
      ])
      .executeTakeFirstOrThrow();
    if (silentSeconds === null) throw new Error('the read models are being built');
    if (silentSeconds > SILENT_SECONDS)
      throw new Error(`the projector was last seen ${Math.round(silentSeconds)} s ago`);
    return `${(await store.head()) - position} positions behind`;
  }
}

async function asked(question: () => Promise<unknown>): Promise<Check> {
  const late = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error(`no answer in ${TIMEOUT_MS} ms`)), TIMEOUT_MS).unref();
  });
  try {
    const answer = await Promise.race([question(), late]);
    return { ok: true, ...(typeof answer === 'string' && { detail: answer }) };
  } catch (error) {
    return { ok: false, detail: error instanceof Error ? error.message : 'failed' };
  }
}
