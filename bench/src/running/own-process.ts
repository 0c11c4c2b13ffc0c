import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

type Answer<Found> = { readonly found: Found } | { readonly failed: string };

/**
 * Has that module do something in a process of its own, so that neither is measured with the other: what it costs to ask with what it
 * costs to answer, or one piece of work with what the compiler has learned from another.
 * Resolves with what it found; throws when it failed. Both ways it has ended, or is about to.
 */
export async function inOwnProcess<Asked extends object, Found>(module: URL, asked: Asked): Promise<Found> {
  const child = fork(fileURLToPath(module), { execArgv: ['--enable-source-maps'] });
  child.send(asked);
  const [answer] = (await Promise.race([once(child, 'message'), once(child, 'exit')])) as [Answer<Found> | number];
  if (answer === null || typeof answer !== 'object') throw new Error('The process ended before it was done');
  if ('failed' in answer) throw new Error(`The process failed: ${answer.failed}`);
  return answer.found;
}

/** In that process: does once what is asked for, answers, and ends. */
export function answerWith<Asked, Found>(run: (asked: Asked) => Promise<Found>): void {
  process.once('message', (asked: Asked) => {
    void run(asked)
      .then(
        (found): Answer<Found> => ({ found }),
        (error: unknown): Answer<Found> => ({ failed: String(error) }),
      )
      .then((answer) => process.send?.(answer, () => process.exit()));
  });
}
