import type { EventStore } from '@throughline/event-store';
import { createLogger, openDatabase, commandConfig, type CommandConfig } from '@throughline/platform';
import {
  cancelBuild,
  listParked,
  listProgress,
  type ReadModelSchema,
  resumeBuild,
  signOfOtherLog,
} from '@throughline/read-models';
import type { Kysely } from 'kysely';
import { retryParkedStream } from '../consumer/retry-parked-stream.js';
import { withEventLog } from '../engines/with-event-log.js';
import type { JobQueue } from '../queue/job-queue.js';
import { openQueue } from '../queue/open-queue.js';

type RebuildCommand =
  | { readonly action: 'status' }
  | { readonly action: 'cancel' | 'resume'; readonly table: string }
  | { readonly action: 'retry'; readonly consumer: string; readonly stream: string };

/**
 * The commands `rebuild …`: show the progress of each read model and the parked streams; cancel or resume a build; retry a parked stream
 * after its consumer was fixed. A rebuild itself starts when the version of a projection is raised. Throws if there is nothing to cancel,
 * resume or retry, if a stream fails again, and, after the status, if the read models do not belong to this log.
 */
export async function rebuild(
  command: RebuildCommand,
  { env }: { readonly env?: NodeJS.ProcessEnv } = {},
): Promise<void> {
  const { printed, doubt } = await answerTo(command, commandConfig(env));
  process.stdout.write(`${printed}\n`);
  if (doubt) throw new Error(doubt);
}

interface Answer {
  readonly printed: string;
  /** Why the command exits with an error although it has an answer. */
  readonly doubt?: string | undefined;
}

async function answerTo(command: RebuildCommand, config: CommandConfig): Promise<Answer> {
  const { db, close } = openDatabase<ReadModelSchema>(config.databaseUrl, { max: 2 });
  try {
    return await withEventLog({ url: config.eventStoreUrl }, (store) => run({ db, store, config }, command));
  } finally {
    await close();
  }
}

async function run(on: RunsOn, command: RebuildCommand): Promise<Answer> {
  const { db } = on;
  switch (command.action) {
    case 'status':
      return statusOf(on);
    case 'cancel':
      if (!(await cancelBuild(db, command.table))) throw new Error(`${command.table} is not being built.`);
      return { printed: `${command.table}: cancelled.` };
    case 'resume':
      if (!(await resumeBuild(db, command.table))) throw new Error(`${command.table} was not cancelled.`);
      return { printed: `${command.table}: the worker goes on.` };
    case 'retry':
      if (!(await retry(on, command.consumer, command.stream)))
        throw new Error(`${command.stream} failed again and stays parked; see status.`);
      return { printed: `${command.stream}: processed.` };
  }
}

async function statusOf({ db, store }: RunsOn): Promise<Answer> {
  const sign = await signOfOtherLog(db, store);
  const [models, parked, head] = [await listProgress(db), await listParked(db), await store.head()];
  return {
    printed: JSON.stringify({ head, models, parked }, null, 2),
    doubt:
      sign &&
      `These read models were built from another log, or from a later state of this one: ${sign}. ${WHAT_TO_DO}`,
  };
}

const WHAT_TO_DO =
  'If this command was given the wrong log or database, name the one that the apps use. If the log was replaced or restored, stop the apps and rebuild the read models in a new database (“Read models in doubt” in docs/operating.md): these skip every event up to their position.';

interface RunsOn {
  readonly db: Kysely<ReadModelSchema>;
  readonly store: EventStore;
  readonly config: CommandConfig;
}

async function retry({ db, store, config }: RunsOn, consumer: string, stream: string): Promise<boolean> {
  const isParked = (await listParked(db)).some((one) => one.consumer === consumer && one.stream === stream);
  if (!isParked) throw new Error(`${stream} is not parked by ${consumer}; see status.`);
  let queue: JobQueue | undefined;
  // Opened only when a reaction plans jobs: a policy can be retried while the queue's engine is down.
  const plan: JobQueue['plan'] = async (jobs) => {
    queue ??= await openQueue({ ...config, log: createLogger('rebuild', { ...config, logLevel: 'warn' }) });
    await queue.plan(jobs);
  };
  try {
    const isRetried = await retryParkedStream({ db, store, queue: { plan }, config }, { consumer, stream });
    if (isRetried === undefined) throw new Error(`No read model, policy or job of this release is called ${consumer}.`);
    return isRetried;
  } finally {
    await queue?.close();
  }
}
