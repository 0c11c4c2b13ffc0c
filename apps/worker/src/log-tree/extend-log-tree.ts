import { setTimeout as pause } from 'node:timers/promises';
import {
  checkpointKeys,
  type EventStore,
  eventLog,
  InvalidNote,
  LogTree,
  openTreeFolder,
  type ProvableLog,
  type RecordPlace,
  sampleLog,
  TreeAltered,
  type TreeFolder,
  treeSigner,
  writeRefusal,
} from '@throughline/event-store';
import type { Logger, WorkerConfig } from '@throughline/platform';
import { type ReadModelSchema, viewingLog } from '@throughline/read-models';
import type { Kysely } from 'kysely';
import type { Consumer } from '../consumer/consumer-host.js';
import type { Clock } from '../engines/engines.js';
import { askWitnesses } from './ask-witnesses.js';

/** Milliseconds between two looks at the logs, and two heartbeats. */
const POLL_INTERVAL_MS = 1_000;
/** Milliseconds between two checkpoints of a log while there is something new. */
const SIGN_INTERVAL_MS = 30_000;
/** Entries that are signed at once, whatever the time. Their tiles are held in memory until then. */
const MAX_UNSIGNED = 10_000;
/** Milliseconds before the next try after signing failed, or was refused. */
const RETRY_MS = 30_000;
/** Milliseconds between two samples of a log. */
const SAMPLE_INTERVAL_MS = 60_000;

export interface ExtendsLogTrees {
  readonly store: Pick<EventStore, 'readStored'>;
  /** Has the access log. */
  readonly db: Kysely<ReadModelSchema>;
  readonly config: Pick<WorkerConfig, 'tlogUrl' | 'tlogKey' | 'tlogFormerSigners' | 'tlogWitnesses' | 'publicOrigin'>;
  readonly now: Clock;
  readonly log: Logger;
  readonly signIntervalMs?: number;
  readonly sampleIntervalMs?: number;
  /** Before a witness that did not cosign is asked again. */
  readonly witnessRetryMs?: number;
}

/**
 * Extends the trees over the events and over the access log, signs checkpoints of them, and has witnesses cosign these. A failure, such as a
 * full disk, is logged and tried again, and disturbs neither the other tree nor the worker; Audit shows how old the newest checkpoints are.
 * Undefined without a key.
 */
export function logTreeConsumer({ store, db, witnessRetryMs, ...options }: ExtendsLogTrees): Consumer | undefined {
  const { tlogKey, tlogUrl } = options.config;
  if (tlogKey === undefined) {
    options.log.warn('no checkpoints of the log are signed: TLOG_KEY is not set');
    return undefined;
  }
  return {
    name: 'log-tree',
    async run(leading, onHeartbeat) {
      const common = { ...options, tlogKey, leading };
      const folders = [openTreeFolder(tlogUrl), openTreeFolder(tlogUrl, 'access-log')] as const;
      const trees = [
        new FollowedLog({ ...common, proven: eventLog(store), folder: folders[0] }),
        new FollowedLog({ ...common, proven: viewingLog(db), folder: folders[1] }),
      ];
      const witnesses = options.config.tlogWitnesses ?? [];
      const sampled = Promise.all(trees.map((tree) => tree.sample()));
      const cosigned = askWitnesses({ ...options, folders, witnesses, signal: leading, retryMs: witnessRetryMs });
      while (!leading.aborted) {
        let hasMore = false;
        for (const tree of trees) {
          if (await tree.extend()) hasMore = true;
          onHeartbeat();
        }
        if (!hasMore) await pause(POLL_INTERVAL_MS, undefined, { signal: leading }).catch(() => undefined);
      }
      await Promise.all([cosigned, sampled]);
    },
  };
}

interface Followed<Stored extends RecordPlace> extends Pick<
  ExtendsLogTrees,
  'config' | 'now' | 'log' | 'signIntervalMs' | 'sampleIntervalMs'
> {
  readonly proven: ProvableLog<Stored>;
  readonly folder: TreeFolder;
  readonly tlogKey: string;
  readonly leading: AbortSignal;
}

class FollowedLog<Stored extends RecordPlace> {
  /** Undefined before it is opened, and after a failure. */
  #tree: LogTree | undefined;
  #signedAt = -Infinity;
  #failedAt = -Infinity;

  constructor(private readonly options: Followed<Stored>) {}

  /** Takes what is new, and signs it when it is time. Resolves with true if there is more. Never throws. */
  async extend(): Promise<boolean> {
    if (performance.now() - this.#failedAt < RETRY_MS) return false;
    try {
      this.#tree ??= await this.#open();
      return await this.#follow(this.#tree);
    } catch (error) {
      this.#tree = undefined;
      this.#failedAt = performance.now();
      if (!this.options.leading.aborted) await this.#report(error);
      return false;
    }
  }

  /** Compares a part by chance with what was signed, again and again. Never throws. */
  async sample(): Promise<void> {
    const { folder, tlogKey, config, proven, leading, log, now, sampleIntervalMs = SAMPLE_INTERVAL_MS } = this.options;
    while (!leading.aborted) {
      await pause(sampleIntervalMs, undefined, { signal: leading }).catch(() => undefined);
      if (leading.aborted) return;
      try {
        const { vkey } = await treeSigner(folder, tlogKey, config.publicOrigin);
        const keys = checkpointKeys([vkey, ...(config.tlogFormerSigners ?? [])], folder.log);
        const altered = await sampleLog({ folder, log: proven, keys }, { chance: Math.random(), now: now() });
        if (altered)
          log.error({ tree: folder.log, altered }, 'a part of the log is not as it was signed: run audit verify');
      } catch (error) {
        log.warn({ err: error, tree: folder.log }, 'no part of the log was compared with what was signed, tried again');
      }
    }
  }

  async #open(): Promise<LogTree> {
    const { folder, tlogKey, config, proven } = this.options;
    const signer = await treeSigner(folder, tlogKey, config.publicOrigin);
    const tree = await LogTree.open(folder, signer, { formerKeys: config.tlogFormerSigners });
    await tree.requireLog(proven);
    await writeRefusal(folder, undefined);
    return tree;
  }

  async #follow(tree: LogTree): Promise<boolean> {
    const { proven, now, leading, signIntervalMs = SIGN_INTERVAL_MS } = this.options;
    for await (const stored of proven.readStored({ after: tree.position, settled: true })) {
      tree.add(proven.entryOf(stored));
      if (tree.unsigned >= MAX_UNSIGNED) break;
    }
    const isFull = tree.unsigned >= MAX_UNSIGNED;
    const isTime = isFull || performance.now() - this.#signedAt >= signIntervalMs;
    // The leadership may have been lost meanwhile: then another process signs.
    if (leading.aborted || tree.unsigned === 0 || !isTime) return false;
    await tree.sign(now());
    this.#signedAt = performance.now();
    return isFull;
  }

  async #report(error: unknown): Promise<void> {
    const { folder, log } = this.options;
    const of = { err: error, tree: folder.log };
    if (error instanceof TreeAltered || error instanceof InvalidNote) {
      log.error(of, 'no checkpoint is signed: what was signed before is not what is there');
      await writeRefusal(folder, error.message).catch(() => undefined);
    } else {
      log.warn(of, 'no checkpoint of the log was signed, tried again');
    }
  }
}
