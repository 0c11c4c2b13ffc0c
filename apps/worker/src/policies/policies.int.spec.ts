import { describe, expect, it } from '@jest/globals';
import { DomainError, itemTaskDecider, type Recorded } from '@throughline/domain';
import { type EventStore, readState, StoreUnavailable, verifyChain } from '@throughline/event-store';
import { listParked, park } from '@throughline/read-models';
import { anOrder, append, Story } from '@throughline/read-models/testing';
import { reactTo, retryReaction } from '../consumer/reaction.js';
import { policies, type Policy, policyReaction } from './policies.js';
import { KEY, actOnEvents, engines, options, read } from './policies.testing.js';

const ID = '263251234512345';

const consumerOf = ({ name }: Policy) => `policy/${name}`;

const retryPolicy = (policy: Policy, stream: string) =>
  retryReaction(
    engines.db,
    engines.store,
    policyReaction({ store: engines.store, policies: [policy], facts: { dayMs: null, eligibilityKey: KEY } }),
    { consumer: consumerOf(policy), stream },
  );

describe('Policies', () => {
  it('open the first task of a submitted referral once, however often they are run', async () => {
    await append(engines.store, new Story().submit(ID).events.slice(0, 1));
    const events = await read(engines.store, `referral-${ID}`);
    await Promise.all([actOnEvents(options(), events), actOnEvents(options(), events)]);
    await actOnEvents(options(), events);

    const [opened, ...more] = await read(engines.store, `itemTask-${ID}`);
    expect(more).toEqual([]);
    expect(opened).toMatchObject({
      type: 'TaskOpened',
      data: { task: 'Create Patient', itemIds: [1, 2], dueAt: '2026-11-21T12:01:00.000Z' },
      metadata: { actor: { role: 'system' }, causationId: events[0]?.metadata.eventId },
    });
    expect(await verifyChain(engines.store, `itemTask-${ID}`)).toMatchObject({ ok: true });
    expect((await readState(engines.store, itemTaskDecider, ID)).state.tasks).toHaveLength(1);
  });

  it('ignore other events', async () => {
    await actOnEvents(options(), await read(engines.store, `itemTask-${ID}`));
    expect(await read(engines.store, `itemTask-${ID}`)).toHaveLength(1);
  });

  it('place the items of a corrected order in their sequence, even before the first task was opened', async () => {
    const id = `${ID}2`;
    const { id: _, ...line } = anOrder({ items: 1 }).items[0]!;
    const story = new Story().submit(id);
    story.events.splice(1);
    story.correct(id, { added: [line], items: [{ id: 2, deleted: true }] });
    story.correct(id, { items: [{ id: 1, deleted: true }] }).correct(id, { items: [{ id: 1, deleted: false }] });
    await append(engines.store, story.events);
    const events = await read(engines.store, `referral-${id}`);
    await actOnEvents(options(), events.toSpliced(0, 1));
    await actOnEvents(options(), events);
    expect((await readState(engines.store, itemTaskDecider, id)).state).toMatchObject({
      tasks: [
        { task: 'Create Patient', completedAt: expect.any(String) },
        { task: 'Select Items', completedAt: null },
      ],
      items: [
        { itemId: 3, status: 'in-task', taskId: `${id}-2` },
        { itemId: 1, status: 'in-task', taskId: `${id}-2` },
      ],
    });
  });

  it('report what a rule refused, and continue with the rest', async () => {
    const events = await read(engines.store, `referral-${ID}`);
    const rejected: string[] = [];
    const refusing = {
      name: 'refused',
      when: 'ReferralSubmitted',
      act: () => Promise.reject(new DomainError('a/rule', 'No.')),
    };
    await actOnEvents(
      { ...options(async () => void rejected.push('a/rule')), policies: [refusing, ...policies] },
      events,
    );
    expect(rejected).toEqual(['a/rule']);
  });

  it('park an event that they cannot process, and process it once they are fixed', async () => {
    const stream = `referral-${ID}`;
    const events = await read(engines.store, stream);
    const [policy] = policies;
    const broken = { ...policy!, act: () => Promise.reject(new TypeError('Cannot read properties of undefined')) };
    const parked = { consumer: consumerOf(broken), stream };
    const onFailed = (_: Policy, { position }: Recorded, error: unknown) =>
      park(engines.db, parked.consumer, [{ stream, position, error }]);
    await actOnEvents({ ...options(), policies: [broken], onFailed }, events);
    expect(await listParked(engines.db)).toEqual([expect.objectContaining(parked)]);

    expect(await retryPolicy(broken, stream)).toBe(false);
    expect(await listParked(engines.db)).toEqual([expect.objectContaining(parked)]);
    expect(await retryPolicy(policy!, stream)).toBe(true);
    expect(await listParked(engines.db)).toEqual([]);
    expect(await read(engines.store, `itemTask-${ID}`)).toHaveLength(1);
  });

  describe('on a stream on which one of them failed', () => {
    const stream = `itemTask-${ID}1`;
    /** A policy that fails on the claims in `broken`, and records those that it processed. */
    const claims = (name: string, broken: readonly number[]) => {
      const acted: number[] = [];
      const act = (_: EventStore, { revision }: Recorded): Promise<void> => {
        if (broken.includes(revision)) return Promise.reject(new TypeError('Cannot read properties of undefined'));
        acted.push(revision);
        return Promise.resolve();
      };
      return { acted, policy: { name, when: 'TaskClaimed', act } satisfies Policy };
    };
    const act = (acting: readonly Policy[], events: readonly Recorded[]) =>
      reactTo(
        engines.db,
        policyReaction({ store: engines.store, policies: acting, facts: { dayMs: null, eligibilityKey: KEY } }),
        events,
      );
    const claimed = (times: number, from: readonly Recorded[] = []) => {
      const story = new Story();
      if (from.length === 0) story.submit(`${ID}1`);
      else story.events.push(...from);
      const by = (n: number) => ({ userId: `u-${from.length}-${n}`, name: 'Sam Oduya' });
      for (let n = 0; n < times; n++) {
        story.work('ClaimTask', { referralId: `${ID}1`, taskId: `${ID}1-1`, by: by(n) });
        story.work('ReleaseTask', { referralId: `${ID}1`, taskId: `${ID}1-1`, by: by(n) });
      }
      return story.events;
    };

    it('leave later events to the one that is to be fixed; the others continue', async () => {
      await append(engines.store, claimed(3));
      const events = await read(engines.store, stream);
      const [failing, well] = [claims('spec-leaving', [3]), claims('spec-well', [])];
      await act([failing.policy, well.policy], events);
      expect(failing.acted).toEqual([1]);
      expect(well.acted).toEqual([1, 3, 5]);

      // A later batch, and everything delivered again as after a crash.
      await act([failing.policy], events.slice(5));
      await act([failing.policy], events.slice(3));
      expect(failing.acted).toEqual([1]);
      const parked = (await listParked(engines.db)).filter(({ consumer }) => consumer === 'policy/spec-leaving');
      expect(parked).toEqual([expect.objectContaining({ stream, position: events[3]!.position })]);
    });

    it('process it in order when they are retried, as far as they can', async () => {
      const [again, fixed] = [claims('spec-leaving', [5]), claims('spec-leaving', [])];
      const retry = (policy: Policy) => retryPolicy(policy, stream);
      expect(await retry(again.policy)).toBe(false);
      expect(again.acted).toEqual([3]);
      expect(await retry(fixed.policy)).toBe(true);
      expect(fixed.acted).toEqual([5]);
      expect(await retry(fixed.policy)).toBe(false);
      await act([fixed.policy], (await read(engines.store, stream)).slice(5));
      expect(fixed.acted).toEqual([5, 5]);
    });

    it('lose no event that arrives while they are retried', async () => {
      const before = await read(engines.store, stream);
      const failing = claims('spec-racing', [1]);
      await act([failing.policy], before);
      const story = claimed(1, [...(await read(engines.store, `referral-${ID}1`)), ...before]);
      const later = story.slice(-2);
      const { acted, policy } = claims('spec-racing', []);
      // The retry has read the stream when the next event arrives. The consumer skips that event, because the stream is still parked.
      const slow: Policy = {
        ...policy,
        act: async (log, event) => {
          await policy.act(log, event);
          if (acted.length > 1) return;
          await append(engines.store, later);
          await act([policy], (await read(engines.store, stream)).slice(before.length));
        },
      };
      expect(await retryPolicy(slow, stream)).toBe(true);
      expect(acted).toEqual([1, 3, 5, 7]);
    });
  });

  it('are retried when an engine failed', async () => {
    const events = await read(engines.store, `referral-${ID}`);
    const failing = {
      name: 'failing',
      when: 'ReferralSubmitted',
      act: () => Promise.reject(new StoreUnavailable('not-written', null)),
    };
    await expect(actOnEvents({ ...options(), policies: [failing] }, events)).rejects.toThrow(StoreUnavailable);
  });
});
