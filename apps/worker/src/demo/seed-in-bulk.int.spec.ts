import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Recorded } from '@throughline/domain';
import { type EventStore, openEventStore, verifyChain } from '@throughline/event-store';
import { testDatabase } from '@throughline/platform/testing';
import { workFor } from '../consumer/reaction.js';
import { policies, policyReaction } from '../policies/policies.js';
import { seedInBulk } from './seed-in-bulk.js';

const NOW = new Date('2026-11-21T12:00:00.000Z');

describe('Seeding in bulk', () => {
  let store: EventStore;
  let events: Recorded[];
  let counted: number;
  const read = async () => {
    const all: Recorded[] = [];
    for await (const event of store.readAll({ after: 0 })) all.push(event);
    return all;
  };
  beforeAll(async () => {
    store = await openEventStore(await testDatabase());
    counted = await seedInBulk({ store, from: 0, to: 30, now: NOW });
    counted += await seedInBulk({ store, from: 1_000_000, to: 1_000_030, now: NOW });
    events = await read();
  });
  afterAll(() => store.close());

  it('writes as many referrals as requested', () => {
    expect(events.filter(({ type }) => type === 'ReferralSubmitted')).toHaveLength(60);
    expect(counted).toBe(events.length);
  });

  it('leaves every chain intact', async () => {
    const streams = [...new Set(events.map(({ stream }) => stream))];
    const reports = await Promise.all(streams.map((stream) => verifyChain(store, stream)));
    expect(reports.every(({ ok }) => ok)).toBe(true);
  });

  it('writes the stages of the work in order: a parcel is numbered after its task was opened and before it is completed', () => {
    const numbered = events.filter(({ type }) => type === 'TrackingNumberAssigned');
    expect(numbered.length).toBeGreaterThan(0);
    for (const { stream, position, metadata } of numbered) {
      const work = events.filter((other) => other.stream === stream.replace('referral-', 'itemTask-'));
      const shipped = work.filter(({ metadata: { at } }) => at === metadata.at);
      expect(shipped.length).toBeGreaterThan(0);
      for (const event of work) {
        if (event.metadata.at > metadata.at) expect(event.position).toBeGreaterThan(position);
        else expect(event.position).toBeLessThan(position);
      }
    }
  });

  it('takes no referral further than requested', async () => {
    const short = await openEventStore(await testDatabase());
    await seedInBulk({ store: short, from: 0, to: 30, now: NOW, lastTask: 2 });
    const opened = new Map<string, number>();
    for await (const { type, stream } of short.readAll({ after: 0 }))
      if (type === 'TaskOpened') opened.set(stream, (opened.get(stream) ?? 0) + 1);
    await short.close();
    expect(opened.size).toBe(30);
    expect(Math.max(...opened.values())).toBe(2);
  });

  it('builds upon the first task that a running worker opens meanwhile', async () => {
    const seed = await openEventStore(await testDatabase());
    const worker = policyReaction({ store: seed, policies, facts: { dayMs: null, eligibilityKey: '' } });
    const append = seed.append.bind(seed);
    // The worker acts before the seed learns that its append succeeded.
    jest.spyOn(seed, 'append').mockImplementation(async (stream, expected, events) => {
      const written = await append(stream, expected, events);
      if (stream.startsWith('referral-'))
        for await (const event of seed.readStream(stream))
          expect(await worker.react(workFor(worker, [event]))).toEqual([]);
      return written;
    });
    await seedInBulk({ store: seed, from: 0, to: 60, now: NOW });

    const submitted: Recorded[] = [];
    for await (const event of seed.readAll({ after: 0 })) if (event.type === 'ReferralSubmitted') submitted.push(event);
    expect(submitted).toHaveLength(60);
    const streams = submitted.flatMap(({ stream }) => [stream, stream.replace('referral-', 'itemTask-')]);
    const reports = await Promise.all(streams.map((stream) => verifyChain(seed, stream)));
    expect(reports.every(({ ok }) => ok)).toBe(true);
    await seed.close();
  });

  it('adds nothing when it is repeated', async () => {
    await seedInBulk({ store, from: 0, to: 30, now: NOW });
    expect(await store.head()).toBe(events.at(-1)?.position);
  });
});
