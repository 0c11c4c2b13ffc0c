import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

type Answer<Loaded> = { readonly loaded: Loaded } | { readonly failed: string };

/**
 * Starts the load of that module in a process of its own, so that what it costs to ask is not counted as what it costs to answer.
 * Resolves with what it found; throws when it failed. Both ways it has ended, or is about to.
 */
export async function load<Asked extends object, Loaded>(module: URL, asked: Asked): Promise<Loaded> {
  const child = fork(fileURLToPath(module), { execArgv: ['--enable-source-maps'] });
  child.send(asked);
  const [answer] = (await Promise.race([once(child, 'message'), once(child, 'exit')])) as [Answer<Loaded> | number];
  if (answer === null || typeof answer !== 'object') throw new Error('The load ended before it was done');
  if ('failed' in answer) throw new Error(`The load failed: ${answer.failed}`);
  return answer.loaded;
}

/** In that process: does once what is asked for, answers, and ends. */
export function answerWith<Asked, Loaded>(run: (asked: Asked) => Promise<Loaded>): void {
  process.once('message', (asked: Asked) => {
    void run(asked)
      .then(
        (loaded): Answer<Loaded> => ({ loaded }),
        (error: unknown): Answer<Loaded> => ({ failed: String(error) }),
      )
      .then((answer) => process.send?.(answer, () => process.exit()));
  });
}
