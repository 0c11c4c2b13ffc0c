import { Controller, Get, Inject, Res } from '@nestjs/common';
import { type EventStore, openTreeFolder, readAltered } from '@throughline/event-store';
import { CertificateWatch, type WorkerConfig } from '@throughline/platform';
import { listParked, listProgress, readAlteredModels } from '@throughline/read-models';
import type { Response } from 'express';
import { CONFIG, DATABASE, EVENT_STORE, type WorkerDatabase } from '../engines/engines.js';
import { ConsumerHost, type Heartbeat } from '../consumer/consumer-host.js';
import { JOB_QUEUE, type JobQueue } from '../queue/job-queue.js';

/** For the launcher and for monitoring: the last heartbeats, and whether the engines answer. */
@Controller('health')
export class HealthController {
  constructor(
    @Inject(DATABASE) private readonly database: WorkerDatabase,
    @Inject(EVENT_STORE) private readonly store: EventStore,
    private readonly consumers: ConsumerHost,
    @Inject(JOB_QUEUE) private readonly queue: JobQueue,
    @Inject(CertificateWatch) private readonly certificates: CertificateWatch,
    @Inject(CONFIG) private readonly config: Pick<WorkerConfig, 'tlogUrl'>,
  ) {}

  @Get('live')
  live() {
    return { status: 'live' };
  }

  /**
   * 200 if every consumer had a heartbeat within 5 s, or is on standby, and the engines answer; otherwise 503 with the same facts. A
   * certificate that expires soon, a part of a log that is not as it was signed, and a read model that is not as the log makes it are
   * reported but do not change the status.
   */
  @Get('ready')
  async ready(@Res({ passthrough: true }) response: Response) {
    const loops = Object.fromEntries([...this.consumers.heartbeats].map(([name, beat]) => [name, beatOf(beat)]));
    const facts = await this.facts().catch((error: unknown) => ({
      error: error instanceof Error ? error.name : 'unknown',
    }));
    const ready = Object.values(loops).every(({ well }) => well) && !('error' in facts);
    response.status(ready ? 200 : 503);
    return { status: ready ? 'ready' : 'not ready', loops, certificates: this.certificates.warnings, ...facts };
  }

  /** The distance of each read model behind the log, in positions; and the jobs, with the age of the oldest that is due. */
  private async facts() {
    const jobs = this.queue.health(Date.now());
    jobs.catch(() => undefined); // awaited below
    const head = await this.store.head();
    const { db } = this.database;
    const models = (await listProgress(db)).map((model) => ({
      ...model,
      distance: Math.max(0, head - model.position),
    }));
    const parkedStreams = (await listParked(db)).length;
    return { head, models, parkedStreams, jobs: await jobs, altered: await this.altered() };
  }

  /** What samples have found that is not as it was signed, and read models that are not as the log makes them. */
  private async altered() {
    const folders = (['log', 'access-log'] as const).map((log) => openTreeFolder(this.config.tlogUrl, log));
    const found = await Promise.all([...folders.map(readAltered), readAlteredModels(folders[0]!)]);
    return found.flatMap((part) => (part ? [{ since: part.since, words: part.words }] : []));
  }
}

function beatOf({ role, ageMs, well }: Heartbeat) {
  return { role, lastBeatMs: ageMs, well };
}
