import { setTimeout as pause } from 'node:timers/promises';
import { openTreeFolder } from '@throughline/event-store';
import type { Logger, WorkerConfig } from '@throughline/platform';
import { type Comparing, compareStep, REPAIR_WORDS, wordsOfModels } from '@throughline/read-models';
import type { Clock } from '../engines/engines.js';

/** Milliseconds between two steps, at least. */
const MIN_PAUSE_MS = 5_000;
/** A pause after a failure is so many times as long as the shortest one. */
const PAUSES_PER_FAILURE = 6;
/** A pause is so many times as long as the step before it took, so that all steps together take less than a hundredth of a core. */
const PAUSE_PER_STEP = 100;

export interface ComparesReadModels extends Comparing {
  readonly config: Pick<WorkerConfig, 'tlogUrl'>;
  readonly now: Clock;
  readonly log: Logger;
  readonly signal: AbortSignal;
  readonly minPauseMs?: number;
  readonly pausePerStep?: number;
}

/**
 * Compares the read models with the log, a few entities and rows at a time, until `signal` is aborted. What is altered is logged when that
 * changes; Audit and the worker's health show it. A failure is logged and tried again. Never throws.
 */
export async function compareReadModels(options: ComparesReadModels): Promise<void> {
  const { config, now, log, signal, minPauseMs = MIN_PAUSE_MS, pausePerStep = PAUSE_PER_STEP, ...comparing } = options;
  const folder = openTreeFolder(config.tlogUrl);
  let logged = '';
  while (!signal.aborted) {
    const began = performance.now();
    let minPause = minPauseMs;
    try {
      const found = await compareStep(comparing, { folder, now: now() });
      const words = found.length === 0 ? '' : wordsOfModels(found);
      if (words !== logged) {
        if (words === '') log.info('all read models that were altered are as the log makes them again');
        else log.error({ altered: words }, `read models were altered. ${REPAIR_WORDS}`);
      }
      logged = words;
    } catch (error) {
      minPause = minPauseMs * PAUSES_PER_FAILURE;
      if (!signal.aborted) log.warn({ err: error }, 'no part of the read models was compared, tried again');
    }
    const took = performance.now() - began;
    await pause(Math.max(minPause, took * pausePerStep), undefined, { signal }).catch(() => undefined);
  }
}
