import { setTimeout as pause } from 'node:timers/promises';
import {
  type EventStore,
  InvalidNote,
  LogTree,
  openTreeFolder,
  TreeAltered,
  type TreeFolder,
  treeSigner,
  writeRefusal,
} from '@throughline/event-store';
import type { Logger, WorkerConfig } from '@throughline/platform';
import type { Consumer } from '../consumer/consumer-host.js';
import type { Clock } from '../engines/engines.js';

/** Milliseconds between two looks at the log, and two heartbeats. */
const POLL_INTERVAL_MS = 1_000;
/** Milliseconds between two checkpoints while there is something new. */
const SIGN_INTERVAL_MS = 30_000;
/** Entries that are signed at once, whatever the time. Their tiles are held in memory until then. */
const MAX_UNSIGNED = 10_000;
/** Milliseconds before the next try after signing failed, or was refused. */
const RETRY_MS = 30_000;

export interface ExtendsLogTree {
  readonly store: Pick<EventStore, 'readStored'>;
  readonly config: Pick<WorkerConfig, 'tlogUrl' | 'tlogKey' | 'tlogFormerSigners' | 'publicOrigin'>;
  readonly now: Clock;
  readonly log: Logger;
  readonly signIntervalMs?: number;
}

/**
 * Extends the tree over the log and signs checkpoints of it. A failure, such as a full disk, is logged and tried again, and never disturbs
 * the worker; how old the newest checkpoint is can be seen in Audit. Undefined without a key.
 */
export function logTreeConsumer(options: ExtendsLogTree): Consumer | undefined {
  const { tlogKey, tlogUrl } = options.config;
  if (tlogKey === undefined) {
    options.log.warn('no checkpoints of the log are signed: TLOG_KEY is not set');
    return undefined;
  }
  const folder = openTreeFolder(tlogUrl);
  return {
    name: 'log-tree',
    async run(leading, onHeartbeat) {
      while (!leading.aborted) {
        await extendUntilFailure({ ...options, folder, tlogKey, leading, onHeartbeat });
        for (let waited = 0; waited < RETRY_MS && !leading.aborted; waited += POLL_INTERVAL_MS) {
          onHeartbeat();
          await pause(POLL_INTERVAL_MS, undefined, { signal: leading }).catch(() => undefined);
        }
      }
    },
  };
}

interface Extends extends ExtendsLogTree {
  readonly folder: TreeFolder;
  readonly tlogKey: string;
  readonly leading: AbortSignal;
  readonly onHeartbeat: () => void;
}

async function extendUntilFailure(options: Extends): Promise<void> {
  const { folder, leading, log } = options;
  try {
    await extend(options);
  } catch (error) {
    if (leading.aborted) return;
    if (error instanceof TreeAltered || error instanceof InvalidNote) {
      log.error({ err: error }, 'no checkpoint is signed: what was signed before is not what is there');
      await writeRefusal(folder, error.message).catch(() => undefined);
    } else {
      log.warn({ err: error }, 'no checkpoint of the log was signed, tried again');
    }
  }
}

async function extend(options: Extends): Promise<void> {
  const { store, config, folder, tlogKey, now, leading, onHeartbeat } = options;
  const { signIntervalMs = SIGN_INTERVAL_MS } = options;
  const signer = await treeSigner(folder, tlogKey, config.publicOrigin);
  const tree = await LogTree.open(folder, signer, { formerKeys: config.tlogFormerSigners });
  await tree.requireLog(store);
  await writeRefusal(folder, undefined);
  for (let signedAt = -Infinity; !leading.aborted;) {
    for await (const event of store.readStored({ after: tree.position })) {
      tree.add(event);
      if (tree.unsigned >= MAX_UNSIGNED) break;
    }
    onHeartbeat();
    const isFull = tree.unsigned >= MAX_UNSIGNED;
    // The leadership may have been lost meanwhile: then another process signs.
    if (!leading.aborted && tree.unsigned > 0 && (isFull || performance.now() - signedAt >= signIntervalMs)) {
      await tree.sign(now());
      signedAt = performance.now();
      onHeartbeat();
    }
    if (!isFull) await pause(POLL_INTERVAL_MS, undefined, { signal: leading }).catch(() => undefined);
  }
}
