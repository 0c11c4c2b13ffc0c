import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  type BenefitRedeemed,
  eligibilityDecider,
  itemTaskDecider,
  type Recorded,
  REDEEM_BENEFIT,
  Rejection,
} from '@throughline/domain';
import { type EventStore, handleCommand, readState, StoreUnavailable, verifyChain } from '@throughline/event-store';
import { listParked, park } from '@throughline/read-models';
import { anOrder, append, type Engines, openEngines, Story } from '@throughline/read-models/testing';
import { actOnEvents } from './act-on-events.js';
import { consumerOf, contextOf, policies, type Policy } from './policy.js';
import { retryPolicy } from './retry-policy.js';

const ID = '263251234512345';
const AT = '2026-11-21T12:00:00.000Z';

async function read(store: EventStore, stream: string): Promise<Recorded[]> {
  const events: Recorded[] = [];
  for await (const event of store.readStream(stream)) events.push(event);
  return events;
}

describe('Policies', () => {
  let engines: Engines;
  beforeAll(async () => {
    engines = await openEngines();
  });
  afterAll(() => engines.close());

  const options = (onFailed: () => Promise<void> = () => Promise.reject(new Error('failed'))) => ({
    store: engines.store,
    policies,
    facts: { dayMs: 60_000 },
    onFailed,
  });

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

  it('do nothing about other events', async () => {
    await actOnEvents(options(), await read(engines.store, `itemTask-${ID}`));
    expect(await read(engines.store, `itemTask-${ID}`)).toHaveLength(1);
  });

  it('say what a rule forbade, and go on with the rest', async () => {
    const events = await read(engines.store, `referral-${ID}`);
    const rejected: string[] = [];
    const refusing = {
      name: 'refused',
      when: 'ReferralSubmitted',
      act: () => Promise.reject(new Rejection('a/rule', 'No.')),
    };
    await actOnEvents(
      { ...options(async () => void rejected.push('a/rule')), policies: [refusing, ...policies] },
      events,
    );
    expect(rejected).toEqual(['a/rule']);
  });

  it('leave an event of which they can make nothing, and act on it once they were mended', async () => {
    const stream = `referral-${ID}`;
    const events = await read(engines.store, stream);
    const [policy] = policies;
    const broken = { ...policy!, act: () => Promise.reject(new TypeError('Cannot read properties of undefined')) };
    const parked = { consumer: consumerOf(broken), stream };
    const onFailed = (_: Policy, { position }: Recorded, error: unknown) =>
      park(engines.db, parked.consumer, [{ stream, position, error }]);
    await actOnEvents({ ...options(), policies: [broken], onFailed }, events);
    expect(await listParked(engines.db)).toEqual([expect.objectContaining(parked)]);

    const facts = { dayMs: null };
    expect(await retryPolicy(engines.db, engines.store, { policy: broken, facts, stream })).toBe(false);
    expect(await listParked(engines.db)).toEqual([expect.objectContaining(parked)]);
    expect(await retryPolicy(engines.db, engines.store, { policy: policy!, facts, stream })).toBe(true);
    expect(await listParked(engines.db)).toEqual([]);
    expect(await read(engines.store, `itemTask-${ID}`)).toHaveLength(1);
  });

  it('redeem a benefit once and turn every other order for it down, however often and in what order they are run', async () => {
    const { store } = engines;
    const eligiblePatientId = 'hash';
    await handleCommand(store, {
      decider: eligibilityDecider,
      id: eligiblePatientId,
      command: { type: 'RegisterEligiblePatient', data: { eligiblePatientId, programme: 'diaper', at: AT } },
      context: contextOf({ name: 'import' }, (await read(store, `referral-${ID}`))[0]!),
    });
    const ids = Array.from({ length: 30 }, (_, n) => `26325123451${1000 + n}`);
    const story = new Story();
    for (const referralId of ids) {
      const data = { referralId, order: anOrder(), companyId: 40, submittedAt: AT, eligiblePatientId };
      story.record(`referral-${referralId}`, { type: 'ReferralSubmitted', data });
    }
    await append(store, story.events);

    const orders = (await Promise.all(ids.map((id) => read(store, `referral-${id}`)))).flat();
    await actOnEvents({ ...options(), policies: policies.filter(({ name }) => name === REDEEM_BENEFIT) }, orders);
    const outcomes = await read(store, `eligibility-${eligiblePatientId}`);
    expect(outcomes.map(({ type }) => type)).toEqual([
      'EligiblePatientRegistered',
      'BenefitRedeemed',
      ...Array<string>(ids.length - 1).fill('RedemptionRefused'),
    ]);

    // As after a crash: the refusals come back together with the orders, whose work has not begun.
    await actOnEvents(options(), [...outcomes.toReversed(), ...orders]);
    await actOnEvents(options(), [...orders, ...outcomes]);
    expect(await read(store, `eligibility-${eligiblePatientId}`)).toHaveLength(outcomes.length);
    const redeemed = (outcomes[1] as Recorded<BenefitRedeemed>).data.referralId;
    for (const id of ids) {
      const { items } = (await readState(store, itemTaskDecider, id)).state;
      const status = id === redeemed ? 'in-task' : 'canceled';
      expect(items).toMatchObject(items.map(() => ({ status })));
      expect(items).toHaveLength(anOrder().items.length);
    }
  });

  it('are tried again when an engine failed', async () => {
    const events = await read(engines.store, `referral-${ID}`);
    const failing = {
      name: 'failing',
      when: 'ReferralSubmitted',
      act: () => Promise.reject(new StoreUnavailable('not-written', null)),
    };
    await expect(actOnEvents({ ...options(), policies: [failing] }, events)).rejects.toThrow(StoreUnavailable);
  });
});
