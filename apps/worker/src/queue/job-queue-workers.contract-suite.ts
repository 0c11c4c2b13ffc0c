import { expect, it } from '@jest/globals';
import { EventEmitter, once } from 'node:events';
import { endWorkerHolding, JobBench, type JobQueueUnderTest, killWorkerHolding } from '../testing/job-bench.js';

/** Several workers, and workers that are stopped or killed. */
export function jobQueueWorkersContract(subject: JobQueueUnderTest): void {
  it('gives each job to one of several workers', async () => {
    const other = await JobBench.open(subject.engine);
    await Promise.all([subject.bench, other].map((each) => each.work(async () => undefined)));
    const ids = Array.from({ length: 60 }, (_, n) => `n${n}`);
    await subject.bench.plan(...ids);
    await subject.bench.untilIdle();
    await other.close();
    expect([...subject.bench.runs, ...other.runs].map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
  });

  it('finishes the running job before it closes', async () => {
    const steps = new EventEmitter();
    const begun = once(steps, 'begun');
    await subject.bench.work(async () => {
      steps.emit('begun');
      await once(steps, 'end');
    });
    await subject.bench.plan('in-hand');
    await begun;
    const closed = subject.bench.close();
    steps.emit('end');
    await closed;
    const next = await JobBench.open(subject.engine);
    expect(await next.queue.health(Date.now())).toMatchObject({ waiting: 0, failed: 0 });
    await next.close();
  });

  it('leaves a job that does not finish in time to another worker, and nothing that keeps the process alive', async () => {
    await subject.bench.plan('endless');
    expect(await endWorkerHolding(subject.engine, 'endless', 'SIGTERM')).toEqual({ exitCode: 0, signalCode: null });
    await subject.bench.work(async () => undefined);
    await subject.bench.untilIdle();
    expect(subject.bench.runs.map(({ id }) => id)).toEqual(['endless']);
  });

  it('runs the job of a killed worker on another, however often that happens', async () => {
    await subject.bench.plan('orphan');
    await killWorkerHolding(subject.engine, 'orphan');
    await killWorkerHolding(subject.engine, 'orphan');
    await killWorkerHolding(subject.engine, 'orphan');
    await subject.bench.work(async () => undefined);
    await subject.bench.untilIdle();
    expect(subject.bench.runs.map(({ id }) => id)).toEqual(['orphan']);
  });

  it('lets the processor give up a job that several workers died of, instead of running it', async () => {
    const { bench, engine } = subject;
    const givenUp: string[] = [];
    await bench.plan('poison');
    for (let deaths = 0; deaths < bench.pace.workerDeaths; deaths++) await killWorkerHolding(engine, 'poison');
    await bench.work(
      async () => undefined,
      async (id) => void givenUp.push(id),
    );
    await bench.untilIdle();
    expect({ givenUp, runs: bench.runs }).toEqual({ givenUp: ['poison'], runs: [] });
    expect(await bench.queue.failed()).toEqual([]);
  });
}
