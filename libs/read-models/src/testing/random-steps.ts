import {
  type Command as AnyCommand,
  type CorrectReferral,
  type Decider,
  DomainError,
  type DomainEvent,
  UHC_SOURCE,
  type Unseen,
} from '@throughline/domain';
import fc from 'fast-check';
import { anOrder } from './orders.js';
import type { Story } from './story.js';

export type Step = (story: Story) => void;

/** The third item of each referral; the others are custom items. */
export const PADS = { id: 'pads', itemCategory: 'Supplies', item: 'Pads', hcpcs: null, description: 'Each.' };
/** There are two of everything, so few that several events concern the same one. */
export const which = fc.constantFrom('1', '2');
export const referralId = which.map((n) => `26325000000000${n}`);
/** The id of a referral, or of the recertification. */
export const RECERTIFICATION_ID = 'R263250000000003';
export const caseId = fc.oneof(referralId, fc.constant(RECERTIFICATION_ID));
export const person = fc.constantFrom({ userId: 'sam', name: 'Sam Oduya' }, { userId: 'minh', name: 'Minh Tran' });
export const itemIds = fc.uniqueArray(fc.constantFrom(1, 2, 3), { minLength: 1 });
export const taskNumber = fc.integer({ min: 1, max: 5 });
export const view = fc.record({
  screen: fc.constantFrom('referrals' as const, 'queue' as const, 'notes' as const),
  name: fc.constantFrom('Mine', 'Late'),
});

export const fileId = fc.integer({ min: 1, max: 3 });

/** Outcomes of the tasks in the stories. */
export const OUTCOMES = ['created', 'duplicate', 'no-answer', 'selected', 'order-placed'] as const;
/** The part of an order that the routes of outcomes read. */
export const ORDERED = {
  insuranceType: { medicare: false, medicaid: true, commercial: false },
  items: [1, 2, 3].map((id) => ({ id, itemCategory: id === 1 ? 'Sensory Kits' : 'Incontinence' })),
};

/** Steps that send a command to a stream of the decider. A command that a rule refuses adds no event. */
export const commandsTo =
  <State, Command, Event extends DomainEvent>(decider: Decider<State, Command, Event>) =>
  (id: string, command: (now: string) => Command): Step =>
  (story) =>
    void unlessRefused(() => story.execute(decider, id, command(story.now)));

/** Like `commandsTo`, with the present values as `seen`. */
export const freshCommandsTo =
  <State, Command extends AnyCommand, Event extends DomainEvent>(decider: Decider<State, Command, Event>) =>
  (id: string, command: (now: string) => Unseen<Command>): Step =>
  (story) =>
    void unlessRefused(() => story.executeFresh(decider, id, command(story.now)));

function unlessRefused(execute: () => void): void {
  try {
    execute();
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
  }
}

/** Corrections of every section and of items, by a person who has seen all earlier corrections. */
export const correctionsOf = (referralId: fc.Arbitrary<string>, itemIds: fc.Arbitrary<number[]>): fc.Arbitrary<Step> =>
  fc.record({ id: referralId, items: itemIds, flag: fc.boolean(), n: fc.nat(2) }).chain(({ id, items, flag, n }) => {
    const { referralInfo, memberInfo, physicianInfo, insuranceInfo } = anOrder();
    const correct =
      (data: Partial<CorrectReferral['data']>): Step =>
      (story) =>
        void unlessRefused(() => story.correct(id, data));
    const { id: _, ...line } = anOrder({ items: 1 }).items[0]!;
    return fc.constantFrom(
      correct({
        order: {
          referralInfo: { ...referralInfo, firstName: `Ana ${n}` },
          memberInfo: { ...memberInfo, lastName: `Diaz ${n}`, city: `Austin ${n}`, DOB: `1990-02-0${n + 1}` },
          physicianInfo: { ...physicianInfo, lastName: `Okafor ${n}` },
          insuranceInfo: { ...insuranceInfo, medicaidId: `MD-${n}` },
        },
      }),
      correct({
        order: {
          // The source that may have UHC codes.
          referralInfo: { ...referralInfo, referralSource: UHC_SOURCE },
          memberInfo: { ...memberInfo, phone: `555010000${n}`, weight: n + 1 },
          babyInfo: { lastName: null, firstName: null, dueDate: `2027-01-0${n + 1}`, nicu: flag },
          otherInfo: `ring ${n}`,
          uhcCodes: `A${n}`,
        },
      }),
      correct({ items: items.map((item) => ({ id: item, deleted: flag })) }),
      correct({ items: items.map((item) => ({ id: item, qty: n + 1 })) }),
      correct({ added: [line] }),
      // An option for an item of the catalogue, which offers it.
      correct({
        items: [{ id: 3, option: { id: `o-${n}`, name: `Option ${n}`, hcpcs: null } }],
        offered: [
          {
            ...PADS,
            options: [0, 1, 2].map((option) => ({ id: `o-${option}`, name: `Option ${option}`, hcpcs: null })),
          },
        ],
      }),
    );
  });
