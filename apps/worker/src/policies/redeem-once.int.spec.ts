import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import {
  type BenefitRedeemed,
  type EligibilityCommand,
  type EligibilityEvent,
  eligibilityDecider,
  type EligiblePatient,
  itemTaskDecider,
  type Recorded,
  REDEEM_BENEFIT,
} from '@throughline/domain';
import { type EventStore, handleCommand, readState, systemContext } from '@throughline/event-store';
import { anOrder, append, Story } from '@throughline/read-models/testing';
import { type BenefitIds, benefitIdsOf } from '../eligibility/benefit-ids.js';
import { policies, type Policy, policyReaction } from './policies.js';
import { KEY, actOnEvents, engines, options, read } from './policies.testing.js';

const AT = '2026-11-21T12:00:00.000Z';

describe('Policies', () => {
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
    const execute = (id: string, command: EligibilityCommand) =>
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
        await execute(datedId, {
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
      await execute(oneIds.eligiblePatientId, at);
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
        await execute(datedId, {
          type: 'RegisterEligiblePatient',
          data: { eligiblePatientId: datedId, programme: 'diaper', at: AT },
        });
      await append(store, orderOf(again, one, oneIds.datedId).events);
      const redeem = { eligiblePatientId: oneIds.datedId, referralId: again, at: AT };
      await execute(oneIds.datedId, { type: 'RedeemBenefit', data: redeem });

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
    const execute = (id: string, command: EligibilityCommand) =>
      handleCommand(store, { decider: eligibilityDecider, id, command, context: systemContext(randomUUID(), AT) });
    await execute(eligiblePatientId, {
      type: 'RegisterEligiblePatient',
      data: { eligiblePatientId, programme: 'diaper', datedId, at: AT },
    });
    const redeeming = { ...options(), policies: policies.filter(({ name }) => name === REDEEM_BENEFIT) };
    const orders = await read(store, `referral-${referralId}`);
    await actOnEvents(redeeming, orders);
    const earlier = { programme: 'diaper', datedId: right.datedId } as const;
    const into = { eligiblePatientId: right.eligiblePatientId, referralId, earlier, at: AT };
    await execute(right.eligiblePatientId, { type: 'TakeOverRedemption', data: into });
    const merge = { eligiblePatientId, intoId: right.eligiblePatientId, at: AT };
    await execute(eligiblePatientId, { type: 'MergeEligiblePatient', data: merge });

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
    const execute = ({ eligiblePatientId }: BenefitIds, type: EligibilityCommand['type'], data: object) => {
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
    await execute(from, 'RegisterEligiblePatient', { programme: 'diaper', datedId: from.datedId });
    await execute(from, 'MergeEligiblePatient', { intoId: into.eligiblePatientId });
    await actOnEvents(redeeming, first!);
    expect(failures.map(String)).toEqual([expect.stringContaining('The import that replaces this Medicaid ID')]);

    await execute(into, 'RegisterEligiblePatient', { programme: 'diaper', datedId: into.datedId });
    for (const _ of [1, 2]) await actOnEvents(redeeming, [...first!, ...second!]);
    const outcomesOf = async ({ eligiblePatientId }: BenefitIds) =>
      (await read(store, `eligibility-${eligiblePatientId}`)).map(({ type }) => type);
    expect(await outcomesOf(from)).toEqual(['EligiblePatientRegistered', 'EligiblePatientMerged']);
    expect(await outcomesOf(into)).toEqual(['EligiblePatientRegistered', 'BenefitRedeemed', 'RedemptionRefused']);
    const { state } = await readState(store, eligibilityDecider, into.eligiblePatientId);
    expect(state).toMatchObject({ referralId: AGAIN[0], refused: [AGAIN[1]] });
    expect(failures).toHaveLength(1);
  });
});
