import { setTimeout as pause } from 'node:timers/promises';
import { type AskedWitness, askWitness, NotCosigned, parseVerifier, type TreeFolder } from '@throughline/event-store';
import { fetchWithin, type Logger, type WorkerConfig } from '@throughline/platform';

/** Milliseconds between two looks for a new checkpoint. */
const POLL_INTERVAL_MS = 1_000;
/** Milliseconds in which a witness must answer. */
const ANSWER_MS = 10_000;
/** Milliseconds before a witness that did not cosign is asked again. */
const RETRY_MS = 30_000;

interface AskWitnesses {
  readonly folders: readonly TreeFolder[];
  readonly witnesses: NonNullable<WorkerConfig['tlogWitnesses']>;
  readonly now: () => Date;
  readonly log: Logger;
  readonly signal: AbortSignal;
  readonly retryMs?: number | undefined;
}

/**
 * Has each witness cosign each new checkpoint, until `signal` is aborted. One that does not answer holds up neither another one nor the
 * signing. Never throws.
 */
export async function askWitnesses({ folders, witnesses, ...options }: AskWitnesses): Promise<void> {
  const asked = witnesses.map(({ url, vkey }) => witnessAt(url, vkey));
  await Promise.all(folders.flatMap((folder) => asked.map((witness) => follow(folder, witness, options))));
}

async function follow(
  folder: TreeFolder,
  witness: AskedWitness,
  { now, log, signal, retryMs = RETRY_MS }: Omit<AskWitnesses, 'folders' | 'witnesses'>,
): Promise<void> {
  while (!signal.aborted) {
    const waitMs = await askWitness(folder, witness, now()).then(
      () => POLL_INTERVAL_MS,
      (error: unknown) => {
        const of = { err: error, witness: witness.verifier.name, tree: folder.log };
        if (error instanceof NotCosigned && error.isAlarm) log.error(of, 'a witness saw another log than this one');
        else log.warn(of, 'a witness has not cosigned the newest checkpoint, asked again');
        return retryMs;
      },
    );
    await pause(waitMs, undefined, { signal }).catch(() => undefined);
  }
}

export function witnessAt(url: string, vkey: string): AskedWitness {
  return {
    verifier: parseVerifier(vkey, { timed: true }),
    async send(request) {
      const answer = await fetchWithin(ANSWER_MS, `${url}/add-checkpoint`, {
        method: 'POST',
        body: request,
        headers: { 'content-type': 'text/plain; charset=utf-8' },
        redirect: 'error',
      });
      return { status: answer.status, type: answer.headers.get('content-type') ?? '', body: await answer.text() };
    },
  };
}
