import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  type BenefitRedeemed,
  DomainError,
  type EligibilityCommand,
  type EligibilityEvent,
  eligibilityDecider,
  type EligiblePatient,
  itemTaskDecider,
  type Recorded,
  REDEEM_BENEFIT,
} from '@throughline/domain';
import {
  type EventStore,
  handleCommand,
  readState,
  StoreUnavailable,
  systemContext,
  verifyChain,
} from '@throughline/event-store';
import { listParked, park } from '@throughline/read-models';
import { anOrder, append, type Engines, openEngines, Story } from '@throughline/read-models/testing';
import { reactTo, retryReaction, workFor } from '../consumer/reaction.js';
import { type BenefitIds, benefitIdsOf } from '../eligibility/benefit-ids.js';
import { policies, type Policy, type PolicyFacts, policyReaction } from './policies.js';

const ID = '263251234512345';
const KEY = 'a key of the specs, of forty characters!';
const AT = '2026-11-21T12:00:00.000Z';

interface Acting {
  readonly store: EventStore;
  readonly policies: readonly Policy[];
  readonly facts: PolicyFacts;
  readonly onFailed: (policy: Policy, event: Recorded, error: unknown) => Promise<void>;
}

const consumerOf = ({ name }: Policy) => `policy/${name}`;

/** Runs without parked streams: every event goes to every policy for its type. */
async function actOnEvents({ onFailed, ...options }: Acting, events: readonly Recorded[]): Promise<void> {
  const reaction = policyReaction(options);
  for (const { handler, event, error } of await reaction.react(workFor(reaction, events)))
    await onFailed(handler, event, error);
}

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
    facts: { dayMs: 60_000, eligibilityKey: KEY },
    onFailed,
  });

  const retryPolicy = (policy: Policy, stream: string) =>
    retryReaction(
      engines.db,
      engines.store,
      policyReaction({ store: engines.store, policies: [policy], facts: { dayMs: null, eligibilityKey: KEY } }),
      { consumer: consumerOf(policy), stream },
    );

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

  it('redeem a benefit once and turn every other order for it down, however often and in what order they are run', async () => {
    const { store } = engines;
    const eligiblePatientId = 'hash';
    await handleCommand(store, {
      decider: eligibilityDecider,
      id: eligiblePatientId,
      command: { type: 'RegisterEligiblePatient', data: { eligiblePatientId, programme: 'diaper', at: AT } },
      context: systemContext(randomUUID(), AT),
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

    // As after a crash, the refusals are delivered again together with the orders, whose work has not started.
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

  describe('in a log of an earlier release, which had the date of birth in the id of a benefit', () => {
    const member = { programme: 'diaper', medicaidId: 'VA-77', dateOfBirth: '1994-03-12' } as const;
    const misdated = { ...member, medicaidId: 'va77', dateOfBirth: '1994-12-03' };
    const [ids, misdatedIds] = [member, misdated].map((one) => benefitIdsOf(KEY, one)) as [BenefitIds, BenefitIds];
    const tell = (id: string, command: EligibilityCommand) =>
      handleCommand(engines.store, {
        decider: eligibilityDecider,
        id,
        command,
        context: systemContext(randomUUID(), AT),
      });
    const orderOf = (
      referralId: string,
      { medicaidId, dateOfBirth: DOB }: EligiblePatient,
      eligiblePatientId: string,
    ) => {
      const { memberInfo, insuranceInfo, ...rest } = anOrder();
      const order = { ...rest, memberInfo: { ...memberInfo, DOB }, insuranceInfo: { ...insuranceInfo, medicaidId } };
      const data = { referralId, form: 'diapers' as const, order, companyId: 40, submittedAt: AT, eligiblePatientId };
      const story = new Story();
      story.record(`referral-${referralId}`, { type: 'ReferralSubmitted', data });
      return story;
    };
    const [ofMember, ofMisdated, again] = ['263251234520001', '263251234520002', '263251234520003'] as const;
    const redeeming = () => ({ ...options(), policies: policies.filter(({ name }) => name === REDEEM_BENEFIT) });
    const outcomesOf = async ({ eligiblePatientId }: BenefitIds) =>
      ((await read(engines.store, `eligibility-${eligiblePatientId}`)) as Recorded<EligibilityEvent>[]).map(
        ({ type, data }) => ('referralId' in data ? `${type} ${data.referralId}` : type),
      );

    it('redeem one benefit for a Medicaid ID that was registered with two dates of birth', async () => {
      const { store } = engines;
      for (const { datedId } of [ids, misdatedIds])
        await tell(datedId, {
          type: 'RegisterEligiblePatient',
          data: { eligiblePatientId: datedId, programme: 'diaper', at: AT },
        });
      await append(store, orderOf(ofMember, member, ids.datedId).events);
      await append(store, orderOf(ofMisdated, misdated, misdatedIds.datedId).events);
      const orders = [...(await read(store, `referral-${ofMember}`)), ...(await read(store, `referral-${ofMisdated}`))];
      for (const _ of [1, 2]) await Promise.all(orders.map((order) => actOnEvents(redeeming(), [order])));
      const outcomes = await outcomesOf(ids);
      expect(outcomes.map((outcome) => outcome.split(' ')[0])).toEqual([
        'EligiblePatientRegistered',
        'BenefitRedeemed',
        'RedemptionRefused',
      ]);
      expect(outcomes.join()).toContain(ofMember);
      expect(outcomes.join()).toContain(ofMisdated);
    });

    it('redeem a benefit for the order that came first, although a later one is processed faster', async () => {
      const { store } = engines;
      const one = { ...member, medicaidId: 'VA99' };
      const oneIds = benefitIdsOf(KEY, one);
      const at = { type: 'RegisterEligiblePatient', data: { ...oneIds, programme: 'diaper', at: AT } } as const;
      await tell(oneIds.eligiblePatientId, at);
      const [first, second] = ['263251234520005', '263251234520006'] as const;
      for (const id of [first, second]) await append(store, orderOf(id, one, oneIds.datedId).events);
      const orders = [...(await read(store, `referral-${first}`)), ...(await read(store, `referral-${second}`))];
      let reads = 0;
      const slowAtFirst = new Proxy(store, {
        get: (of, name: keyof EventStore) =>
          name !== 'readStream'
            ? of[name].bind(of)
            : async function* (...stream: Parameters<EventStore['readStream']>) {
                if (reads++ === 0) for (let n = 0; n < 50; n++) await read(of, stream[0]);
                yield* of.readStream(...stream);
              },
      });
      await actOnEvents({ ...redeeming(), store: slowAtFirst }, orders);
      expect(await outcomesOf(oneIds)).toEqual([
        'EligiblePatientRegistered',
        `BenefitRedeemed ${first}`,
        `RedemptionRefused ${second}`,
      ]);
    });

    it('redeem none for a Medicaid ID whose benefit was redeemed with another date of birth', async () => {
      const { store, db } = engines;
      const [one, other] = [member, misdated].map((given) => ({ ...given, medicaidId: 'VA88' })) as [
        EligiblePatient,
        EligiblePatient,
      ];
      const [oneIds, otherIds] = [one, other].map((given) => benefitIdsOf(KEY, given)) as [BenefitIds, BenefitIds];
      for (const { datedId } of [oneIds, otherIds])
        await tell(datedId, {
          type: 'RegisterEligiblePatient',
          data: { eligiblePatientId: datedId, programme: 'diaper', at: AT },
        });
      await append(store, orderOf(again, one, oneIds.datedId).events);
      const redeem = { eligiblePatientId: oneIds.datedId, referralId: again, at: AT };
      await tell(oneIds.datedId, { type: 'RedeemBenefit', data: redeem });

      // Starts the worker of this release, twice.
      const { signal } = new AbortController();
      const reaction = policyReaction({ store, policies, facts: { dayMs: null, eligibilityKey: KEY } });
      for (const _ of [1, 2]) await reaction.prepare?.({ db, signal, onHeartbeat: () => undefined });
      expect(await outcomesOf(oneIds)).toEqual(['EligiblePatientRegistered', `BenefitRedeemed ${again}`]);

      const late = '263251234520004';
      await append(store, orderOf(late, other, otherIds.datedId).events);
      await actOnEvents(redeeming(), await read(store, `referral-${late}`));
      expect((await outcomesOf(oneIds)).at(-1)).toBe(`RedemptionRefused ${late}`);
    });
  });

  it('leave a redemption where an import took it, which found another number of zeros before the ID right', async () => {
    const { store, db } = engines;
    const member = { programme: 'diaper', medicaidId: '7496337', dateOfBirth: '1994-03-12' } as const;
    const [spoiled, right] = [member, { ...member, medicaidId: '0007496337' }].map((one) => benefitIdsOf(KEY, one)) as [
      BenefitIds,
      BenefitIds,
    ];
    const referralId = '263251234520009';
    const { memberInfo, insuranceInfo, ...rest } = anOrder();
    const order = {
      ...rest,
      memberInfo: { ...memberInfo, DOB: member.dateOfBirth },
      insuranceInfo: { ...insuranceInfo, medicaidId: member.medicaidId },
    };
    const story = new Story();
    const { eligiblePatientId, datedId } = spoiled;
    story.record(`referral-${referralId}`, {
      type: 'ReferralSubmitted',
      data: { referralId, form: 'diapers', order, companyId: 40, submittedAt: AT, eligiblePatientId: datedId },
    });
    await append(store, story.events);
    const tell = (id: string, command: EligibilityCommand) =>
      handleCommand(store, { decider: eligibilityDecider, id, command, context: systemContext(randomUUID(), AT) });
    await tell(eligiblePatientId, {
      type: 'RegisterEligiblePatient',
      data: { eligiblePatientId, programme: 'diaper', datedId, at: AT },
    });
    const redeeming = { ...options(), policies: policies.filter(({ name }) => name === REDEEM_BENEFIT) };
    const orders = await read(store, `referral-${referralId}`);
    await actOnEvents(redeeming, orders);
    const earlier = { programme: 'diaper', datedId: right.datedId } as const;
    const into = { eligiblePatientId: right.eligiblePatientId, referralId, earlier, at: AT };
    await tell(right.eligiblePatientId, { type: 'TakeOverRedemption', data: into });
    const merge = { eligiblePatientId, intoId: right.eligiblePatientId, at: AT };
    await tell(eligiblePatientId, { type: 'MergeEligiblePatient', data: merge });

    const head = await store.head();
    const { signal } = new AbortController();
    const reaction = policyReaction({ store, policies, facts: { dayMs: null, eligibilityKey: KEY } });
    await reaction.prepare?.({ db, signal, onHeartbeat: () => undefined });
    // As after a crash, the order is delivered again.
    await actOnEvents(redeeming, orders);
    expect(await store.head()).toBe(head);
  });

  it('redeem a benefit under the ID that replaced the one of the order, once, and not before the import has finished', async () => {
    const { store } = engines;
    const AGAIN = ['263251234520021', '263251234520022'] as const;
    const spoiled = { programme: 'diaper', medicaidId: '7496338', dateOfBirth: '1994-03-12' } as const;
    const [from, into] = [spoiled, { ...spoiled, medicaidId: '0007496338' }].map((one) => benefitIdsOf(KEY, one)) as [
      BenefitIds,
      BenefitIds,
    ];
    const { memberInfo, insuranceInfo, ...rest } = anOrder();
    const order = {
      ...rest,
      memberInfo: { ...memberInfo, DOB: spoiled.dateOfBirth },
      insuranceInfo: { ...insuranceInfo, medicaidId: spoiled.medicaidId },
    };
    const story = new Story();
    for (const referralId of AGAIN) {
      const data = {
        referralId,
        form: 'diapers',
        order,
        companyId: 40,
        submittedAt: AT,
        eligiblePatientId: from.datedId,
      };
      story.record(`referral-${referralId}`, { type: 'ReferralSubmitted', data });
    }
    await append(store, story.events);
    const tell = ({ eligiblePatientId }: BenefitIds, type: EligibilityCommand['type'], data: object) => {
      const command = { type, data: { eligiblePatientId, at: AT, ...data } } as EligibilityCommand;
      const context = systemContext(randomUUID(), AT);
      return handleCommand(store, { decider: eligibilityDecider, id: eligiblePatientId, command, context });
    };
    const failures: unknown[] = [];
    const redeeming = {
      ...options(),
      onFailed: async (_: Policy, __: Recorded, error: unknown) => void failures.push(error),
      policies: policies.filter(({ name }) => name === REDEEM_BENEFIT),
    };
    const [first, second] = await Promise.all(AGAIN.map((id) => read(store, `referral-${id}`)));
    await tell(from, 'RegisterEligiblePatient', { programme: 'diaper', datedId: from.datedId });
    await tell(from, 'MergeEligiblePatient', { intoId: into.eligiblePatientId });
    await actOnEvents(redeeming, first!);
    expect(failures.map(String)).toEqual([expect.stringContaining('The import that replaces this Medicaid ID')]);

    await tell(into, 'RegisterEligiblePatient', { programme: 'diaper', datedId: into.datedId });
    for (const _ of [1, 2]) await actOnEvents(redeeming, [...first!, ...second!]);
    const outcomesOf = async ({ eligiblePatientId }: BenefitIds) =>
      (await read(store, `eligibility-${eligiblePatientId}`)).map(({ type }) => type);
    expect(await outcomesOf(from)).toEqual(['EligiblePatientRegistered', 'EligiblePatientMerged']);
    expect(await outcomesOf(into)).toEqual(['EligiblePatientRegistered', 'BenefitRedeemed', 'RedemptionRefused']);
    const { state } = await readState(store, eligibilityDecider, into.eligiblePatientId);
    expect(state).toMatchObject({ referralId: AGAIN[0], refused: [AGAIN[1]] });
    expect(failures).toHaveLength(1);
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
