import type { EventStore } from '@throughline/event-store';
import { createLogger, openDatabase, commandConfig, type CommandConfig } from '@throughline/platform';
import { cancelBuild, listParked, listProgress, type ReadModelSchema, resumeBuild } from '@throughline/read-models';
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
 * The commands `rebuild …`: show the progress of each read model and the parked streams; cancel or resume a build; retry a parked stream after its
 * consumer was fixed. A rebuild itself starts when the version of a projection is raised. Throws where there is nothing to cancel, resume or retry, and where a stream fails again.
 */
export async function rebuild(
  command: RebuildCommand,
  { env }: { readonly env?: NodeJS.ProcessEnv } = {},
): Promise<void> {
  process.stdout.write(`${await answerTo(command, commandConfig(env))}\n`);
}

async function answerTo(command: RebuildCommand, config: CommandConfig): Promise<string> {
  const { db, close } = openDatabase<ReadModelSchema>(config.databaseUrl, { max: 2 });
  try {
    return await withEventLog({ url: config.eventStoreUrl }, (store) => run({ db, store, config }, command));
  } finally {
    await close();
  }
}

async function run(on: RunsOn, command: RebuildCommand): Promise<string> {
  const { db, store } = on;
  switch (command.action) {
    case 'status':
      return JSON.stringify(
        { head: await store.head(), models: await listProgress(db), parked: await listParked(db) },
        null,
        2,
      );
    case 'cancel':
      if (!(await cancelBuild(db, command.table))) throw new Error(`${command.table} is not being built.`);
      return `${command.table}: cancelled.`;
    case 'resume':
      if (!(await resumeBuild(db, command.table))) throw new Error(`${command.table} was not cancelled.`);
      return `${command.table}: the worker goes on.`;
    case 'retry':
      if (!(await retry(on, command.consumer, command.stream)))
        throw new Error(`${command.stream} failed again and stays parked; see status.`);
      return `${command.stream}: processed.`;
  }
}

interface RunsOn {
  readonly db: Kysely<ReadModelSchema>;
  readonly store: EventStore;
  readonly config: CommandConfig;
}

async function retry({ db, store, config }: RunsOn, consumer: string, stream: string): Promise<boolean> {
  const isParked = (await listParked(db)).some((one) => one.consumer === consumer && one.stream === stream);
  if (!isParked) throw new Error(`${stream} is not parked by ${consumer}; see status.`);
  let queue: JobQueue | undefined;
  // Opened only for the reaction that plans jobs: a policy can be retried while the queue's engine does not answer.
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
