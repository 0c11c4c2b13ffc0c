import type { Pool } from 'pg';
import { Heartbeat } from './heartbeat.js';
import { lead } from './lead.js';

interface LoopOptions {
  readonly pool: Pool;
  /** One process at a time does the work of this name. */
  readonly name: string;
  readonly work: (leading: AbortSignal) => Promise<void>;
  readonly onError: (error: unknown) => void;
}

/** Work without an end that one process leads and the others stand by for: started with the worker, stopped with it. */
export class LedLoop {
  readonly heartbeat = new Heartbeat();
  private readonly stopping = new AbortController();
  private stopped: Promise<void> = Promise.resolve();

  start(options: LoopOptions): void {
    const { signal } = this.stopping;
    this.stopped = lead({
      ...options,
      signal,
      onStandby: () => this.heartbeat.beat('standby'),
      onError: (error) => {
        this.heartbeat.fail();
        options.onError(error);
      },
    });
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.stopped;
  }
}
