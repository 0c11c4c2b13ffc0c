import { Inject, Injectable } from '@nestjs/common';
import { type TaskViewer, taskId } from '@throughline/contracts';
import { fullName, maySeeQueue } from '@throughline/domain';
import type { Logger } from '@throughline/platform';
import { sql } from 'kysely';
import type { Clock } from '../engines/clock.js';
import { type ApiDatabase, CLOCK, DATABASE, LOGGER } from '../engines/engines.js';
import type { Caller } from '../identity/caller.js';
import { pollChanges } from './poll-changes.js';

/**
 * A page that shows a task reports it every three seconds (`LOOKING_INTERVAL_MS`). Without a report for this long, the page counts as
 * closed. Together with the interval between two reads, a person whose connection is lost disappears from every screen within nine seconds.
 */
const EXPIRY = sql`interval '7 seconds'`;

/**
 * Who looks at which task, over all nodes: a row per socket in a small unlogged table, by the database's clock. Each node polls the table
 * while it has sockets to inform, so the nodes need no broker between them.
 */
@Injectable()
export class TaskPresence {
  private readonly stopping = new AbortController();
  /** Sockets of this node that have a row. */
  private readonly looking = new Set<string>();
  private running: Promise<void> = Promise.resolve();
  /** Everybody who looks at a task, as of the last read. */
  private viewers: readonly TaskViewer[] = [];

  constructor(
    @Inject(DATABASE) private readonly database: ApiDatabase,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  get current(): readonly TaskViewer[] {
    return this.viewers;
  }

  /** `onChange` gets everybody who looks at a task. Nothing is read while `isNeeded` is false. */
  start(isNeeded: () => boolean, onChange: (viewers: readonly TaskViewer[]) => void): void {
    this.running = pollChanges({
      read: () => (isNeeded() ? this.read() : []),
      known: this.viewers,
      onChange: (viewers) => {
        this.viewers = viewers;
        onChange(viewers);
      },
      clock: this.clock,
      signal: this.stopping.signal,
    });
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.running;
  }

  /**
   * Records that the page of a socket shows this task to its person; must be repeated, or it expires. With anything but the id of an
   * existing task, or for a person who may not see the queue, the socket shows none.
   */
  async look(socketId: string, { actor, account }: Caller, shown: unknown): Promise<void> {
    const { data } = taskId.safeParse(shown);
    if (data === undefined || account === null || !maySeeQueue(actor)) return this.leave(socketId);
    this.looking.add(socketId);
    const name = fullName(account);
    await this.record(async (db) => {
      const { numAffectedRows } = await sql`
        insert into task_presence (socket_id, task_id, user_id, name, expires_at)
        select ${socketId}, task_id, ${account.userId}, ${name}, now() + ${EXPIRY} from task_queue where task_id = ${data}
        on conflict (socket_id) do update set task_id = excluded.task_id, expires_at = excluded.expires_at`.execute(db);
      if (numAffectedRows === 0n) await this.leave(socketId);
    });
  }

  async leave(socketId: string): Promise<void> {
    if (!this.looking.delete(socketId)) return;
    await this.record((db) => db.deleteFrom('task_presence').where('socket_id', '=', socketId).execute());
  }

  /** A failure only affects the presence: the socket stays connected, and an outdated row expires. */
  private async record(write: (db: ApiDatabase['adHoc']) => Promise<unknown>): Promise<void> {
    await write(this.database.adHoc).catch((error: unknown) => {
      this.logger.warn({ err: error }, 'task presence cannot be recorded');
    });
  }

  /** Empty while the table cannot be read, because people may have left in the meantime. */
  private async read(): Promise<readonly TaskViewer[]> {
    try {
      const { rows } = await sql<TaskViewer>`
        with expired as (delete from task_presence where expires_at <= now())
        select distinct task_id as "taskId", user_id as "userId", name from task_presence
         where expires_at > now() order by 1, 3, 2`.execute(this.database.adHoc);
      return rows;
    } catch (error) {
      this.logger.warn({ err: error }, 'task presence cannot be read; trying again');
      return [];
    }
  }
}
