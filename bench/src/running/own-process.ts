import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

type Answer<Result> = { readonly found: Result } | { readonly failed: string };

/**
 * Runs a module in a separate process, so that the cost of sending is not measured together with the cost of answering, and code is not
 * measured after it was optimised for other work. Resolves with its result; throws if it failed. The process has ended by then, or is about
 * to end.
 */
export async function inOwnProcess<Request extends object, Result>(module: URL, asked: Request): Promise<Result> {
  const child = fork(fileURLToPath(module), { execArgv: ['--enable-source-maps'] });
  child.send(asked);
  const [answer] = (await Promise.race([once(child, 'message'), once(child, 'exit')])) as [Answer<Result> | number];
  if (answer === null || typeof answer !== 'object') throw new Error('The process ended before it was done');
  if ('failed' in answer) throw new Error(answer.failed);
  return answer.found;
}

/** Called in that process: handles one request, answers it, and ends. */
export function answerWith<Request, Result>(run: (asked: Request) => Promise<Result>): void {
  process.once('message', (asked: Request) => {
    void run(asked)
      .then(
        (found): Answer<Result> => ({ found }),
        (error: unknown): Answer<Result> => ({ failed: error instanceof Error ? error.message : String(error) }),
      )
      .then((answer) => process.send?.(answer, () => process.exit()));
  });
}
