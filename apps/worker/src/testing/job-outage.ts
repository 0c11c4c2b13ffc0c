import { setTimeout as pause } from 'node:timers/promises';
import { createLogger } from '@throughline/platform';
import { JobBench, type JobEngine } from './job-bench.js';

const OUTAGE_MS = 15_000;

/**
 * Runs a worker through 15 s without its engine, with a running job, one that falls due meanwhile and one that is planned afterwards;
 * then closes it during an outage.
 */
export async function runThroughOutage(startEngine: () => Promise<JobEngine>, way: 'killed' | 'frozen') {
  const engine = await startEngine();
  const lines: string[] = [];
  const log = createLogger('worker', { logLevel: 'info' }, { write: (line) => void lines.push(line) });
  const bench = await JobBench.open(engine, log);
  const ran: string[] = [];
  try {
    let away = false;
    await bench.work(async (id, nth) => {
      if (id === 'in-hand' && nth === 1) while (!away) await pause(10);
      ran.push(id);
    });
    await bench.plan('before', 'in-hand');
    await bench.planAt(Date.now() + 5_000, 'due-meanwhile');
    // The engine must have recorded that `before` has ended: recording it during the outage would fail.
    await bench.until(async () => bench.runs.length === 2 && (await bench.queue.health(Date.now())).waiting === 2);

    const back = await interrupt(engine, way);
    const over = pause(OUTAGE_MS); // an outage lasts for some time, so this is the only wait by the clock
    away = true;
    const refused = (call: Promise<unknown>): Promise<string> =>
      call.then(
        () => 'answered',
        (error: Error) => error.name,
      );
    const refusals = await Promise.all(
      [bench.plan('refused'), bench.queue.health(Date.now()), JobBench.open(engine)].map(refused),
    );
    const calledAt = Date.now();
    await refused(bench.queue.health(calledAt));
    const refusedAgainAfterMs = Date.now() - calledAt;
    await over;
    await back();
    const since = Date.now();
    await bench.until(() =>
      bench.plan('after').then(
        () => true,
        () => false,
      ),
    );
    await bench.until(async () => ['due-meanwhile', 'after'].every((id) => ran.includes(id)));
    const againAfterMs = Date.now() - since;
    // A watcher notices the end of the outage within a check or two.
    await bench.until(async () => (await refused(bench.queue.health(Date.now()))) === 'answered');
    await bench.untilIdle();
    // Messages about the lost lock of the running job are ignored here.
    const logged = messages(lines.filter((line) => !line.includes('in-hand')));

    await interrupt(engine, way);
    const closing = Date.now();
    await bench.close();
    return {
      ran,
      refusals,
      refusedAgainAfterMs,
      againAfterMs,
      logged,
      closedAfterMs: Date.now() - closing,
      loggedSecrets: secretsIn(lines, engine),
    };
  } finally {
    await bench.close();
    await engine.remove();
  }
}

const messages = (lines: readonly string[]): string[] => lines.map((line) => (JSON.parse(line) as { msg: string }).msg);

const secretsIn = (lines: readonly string[], { password }: JobEngine): string[] =>
  lines.filter((line) => line.includes(password));

/** Returns the function that ends the outage. */
async function interrupt(engine: JobEngine, way: 'killed' | 'frozen'): Promise<() => Promise<void>> {
  const { pid } = engine;
  if (way === 'killed' || pid === undefined) {
    await engine.kill();
    return () => engine.start();
  }
  process.kill(pid, 'SIGSTOP');
  return () => Promise.resolve(void process.kill(pid, 'SIGCONT'));
}
