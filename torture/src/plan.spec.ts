import { describe, expect, it } from '@jest/globals';
import { planOf } from './plan.js';
import { CLUSTER_FAULTS, type Fault } from './planned-faults.js';

const FIFTY = Array.from({ length: 50 }, (_, n) => planOf(n + 1, { seconds: 20 }));
const lastingUntil = (fault: Fault) => fault.at + ('forMs' in fault ? fault.forMs : 0);

describe('A plan', () => {
  it('is the same for the same seed, and another for another', () => {
    expect(planOf(7, { seconds: 20 })).toEqual(planOf(7, { seconds: 20 }));
    expect(planOf(7, { seconds: 20 }).work).not.toEqual(planOf(8, { seconds: 20 }).work);
  });

  it('has every kind of fault and every way of it within fifty seeds', () => {
    const kinds = FIFTY.flatMap(({ faults }) => faults).map((fault) =>
      [fault.kind, 'way' in fault && fault.way, 'app' in fault && fault.app].filter(Boolean).join(' '),
    );
    const apps = ['api-1', 'api-2', 'worker-1', 'worker-2', 'identity'];
    const ways = [
      'postgres fast',
      'postgres immediate',
      'postgres crash',
      'postgres frozen',
      'redis crash',
      'redis frozen',
    ];
    const all = [
      'flush',
      'cut',
      'forms',
      'disk',
      'clock',
      ...ways,
      ...apps.flatMap((app) => [`kill ${app}`, `stop ${app}`]),
    ];
    expect(new Set(kinds)).toEqual(new Set(all));
  });

  it('does the same to everything else where the log is in EventStoreDB, and takes that away and drops it too', () => {
    for (const plan of FIFTY) {
      const other = planOf(plan.seed, { seconds: 20, log: 'EventStoreDB' });
      const ofTheLog = other.faults.filter(({ kind }) => kind === 'eventstoredb' || kind === 'drop');
      expect(other.work).toEqual(plan.work);
      expect(other.faults.filter((fault) => !ofTheLog.includes(fault))).toEqual(plan.faults);
      expect(new Set(ofTheLog.map(({ kind }) => kind))).toEqual(new Set(['eventstoredb', 'drop']));
      for (const fault of ofTheLog) expect(lastingUntil(fault)).toBeLessThan(other.endsAt);
    }
  });

  describe('for a log in three nodes of EventStoreDB', () => {
    const ofNodes: readonly string[] = [...CLUSTER_FAULTS, 'eventstoredb'];
    const clusterFaults = (seed: number, seconds: number) =>
      planOf(seed, { seconds, log: 'EventStoreDB-cluster' }).faults.filter(({ kind }) => ofNodes.includes(kind));

    it('has every fault of a cluster, one after another, whose end leaves time for an election', () => {
      for (let seed = 1; seed <= 50; seed++) {
        const faults = clusterFaults(seed, 20);
        expect(new Set(faults.map(({ kind }) => kind))).toEqual(new Set(ofNodes));
        for (const [index, { at }] of faults.entries())
          expect(at - lastingUntil(faults[index - 1] ?? { kind: 'flush', at: 0 })).toBeGreaterThan(250);
      }
    });

    it('has them all in the two seeds of ten seconds that npm test runs with it', () => {
      const kinds = [1, 3].flatMap((seed) => clusterFaults(seed, 10)).map(({ kind }) => kind);
      expect(new Set(kinds)).toEqual(new Set(ofNodes));
    });

    it('does the same to everything else', () => {
      for (const plan of FIFTY) {
        const { work, faults } = planOf(plan.seed, { seconds: 20, log: 'EventStoreDB-cluster' });
        expect(work).toEqual(plan.work);
        expect(faults.filter(({ kind }) => kind !== 'drop' && !ofNodes.includes(kind))).toEqual(plan.faults);
      }
    });
  });

  it('mixes the engines of production with PostgreSQL alone', () => {
    const engines = [1, 2, 3, 4].map((seed) => planOf(seed, { seconds: 20, log: 'mixed' }));
    expect(engines.map(({ jobsIn, logIn }) => [jobsIn, logIn])).toEqual([
      ['Redis', 'EventStoreDB-cluster'],
      ['PostgreSQL', 'PostgreSQL'],
      ['Redis', 'EventStoreDB-cluster'],
      ['PostgreSQL', 'PostgreSQL'],
    ]);
  });

  it('sets the clock back by an hour, and forth', () => {
    const clocks = FIFTY.flatMap(({ faults }) => faults.filter((fault) => fault.kind === 'clock'));
    expect(new Set(clocks.map(({ byMs }) => Math.sign(byMs)))).toEqual(new Set([-1, 1]));
    expect(Math.min(...clocks.map(({ byMs }) => byMs))).toBe(-3_600_000);
  });

  it('takes engines away for up to fifteen seconds, and has mended everything by its end', () => {
    for (const { faults, endsAt } of FIFTY)
      for (const fault of faults) expect(lastingUntil(fault)).toBeLessThan(endsAt);
    const outages = FIFTY.flatMap(({ faults }) => faults).filter(({ kind }) => kind === 'postgres' || kind === 'redis');
    const longest = Math.max(...outages.map((outage) => lastingUntil(outage) - outage.at));
    expect(longest).toBeGreaterThan(12_000);
    expect(longest).toBeLessThanOrEqual(15_000);
  });

  it('stops no process that is stopped', () => {
    for (const { faults } of FIFTY) {
      const stops = faults.filter((fault) => fault.kind === 'stop');
      const overlapping = stops.filter((stop, index) =>
        stops.slice(0, index).some((before) => before.app === stop.app && lastingUntil(before) >= stop.at),
      );
      expect(overlapping).toEqual([]);
    }
  });

  it('gives every command a key of its own', () => {
    const keys = FIFTY.flatMap(({ work }) => work.map(({ key }) => key));
    expect(new Set(keys).size).toBe(keys.length);
  });
});
