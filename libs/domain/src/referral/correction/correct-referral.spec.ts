import { describe, expect, it } from '@jest/globals';
import { valueInWords } from '../../kernel/changes-in-words.js';
import { ChangedMeanwhile, type Collision } from '../../kernel/meanwhile.js';
import { given } from '../../kernel/given.testing.js';
import type { CorrectReferral } from './correct-referral.js';
import type { OrderFormId } from '../order/order-form-heads.js';
import type { OfferedItem } from '../order/order-rules.js';
import type { Order, OrderedItem } from '../order/order.js';
import { anItem, anOrder } from '../order/order.testing.js';
import { referralDecider } from '../referral.decider.js';
import type { ReferralEvent } from '../referral.events.js';

const referralId = '263254123071844';
const at = '2026-11-21T11:27:10.000Z';
const order = anOrder([
  anItem(1),
  anItem(2, { itemCategory: 'Breast Pump', catalogueId: 'pump', item: 'Pump', qty: 1 }),
]);
const { memberInfo } = order;
const offered: readonly OfferedItem[] = [
  {
    id: 'pads',
    itemCategory: 'Incontinence',
    item: 'Pads',
    hcpcs: 'T4535',
    description: 'Each.',
    options: [
      { id: 'l', name: 'Large', hcpcs: 'T4536' },
      { id: 's', name: 'Small', hcpcs: 'T4537' },
    ],
  },
  { id: 'pump', itemCategory: 'Breast Pump', item: 'Pump', hcpcs: 'E0603', description: 'Each.', options: [] },
];
const large = { id: 'l', name: 'Large', hcpcs: 'T4536' };

const submitted = (of: Order = order, form: OrderFormId = 'general'): ReferralEvent => ({
  type: 'ReferralSubmitted',
  data: { referralId, form, order: of, companyId: 12, submittedAt: at },
});
const correct = (data: Partial<CorrectReferral['data']>): CorrectReferral => ({
  type: 'CorrectReferral',
  data: { referralId, seen: 0, order: {}, items: [], added: [], offered, finished: [], at, ...data },
});
const ofMember = (changed: Partial<Order['memberInfo']>, seen = 0) =>
  correct({ order: { memberInfo: { ...memberInfo, ...changed } }, seen });
const corrected = <Type extends ReferralEvent['type']>(type: Type, data: object): ReferralEvent =>
  ({ type, data: { referralId, ...data, correctedAt: at } }) as unknown as ReferralEvent;
const moved = corrected('MemberAddressCorrected', {
  before: { address1: '1 Main St' },
  after: { address1: '5 Oak St' },
});
const aPump = anItem(0, { catalogueId: 'pump', itemCategory: 'Breast Pump', item: 'Pump', hcpcs: 'E0603', qty: 1 });
const line = ({ id: _, ...item }: OrderedItem) => item;

function collisions(history: readonly ReferralEvent[], command: CorrectReferral): readonly Collision[] {
  try {
    given(referralDecider, history).when(command).events();
  } catch (error) {
    if (error instanceof ChangedMeanwhile) return error.fields;
    throw error;
  }
  return [];
}

describe('A correction of a referral', () => {
  const referral = given(referralDecider, [submitted()]);

  it('is the facts that changed, each kind by itself', () => {
    const insuranceInfo = { ...order.insuranceInfo, medicaidId: 'B1' };
    const member = { ...memberInfo, lastName: 'Osei-Bonsu', city: 'Tempe', phone: '6025550199', height: 70 };
    const physicianInfo = { ...order.physicianInfo, NPI: '1234567893' };
    const referralInfo = { ...order.referralInfo, phone: '6025550113' };
    referral
      .when(correct({ order: { memberInfo: member, insuranceInfo, physicianInfo, referralInfo, otherInfo: 'Ring' } }))
      .then([
        corrected('ReferrerCorrected', { before: { phone: '6025550112' }, after: { phone: '6025550113' } }),
        corrected('MemberNameCorrected', { before: { lastName: 'Osei' }, after: { lastName: 'Osei-Bonsu' } }),
        corrected('MemberContactCorrected', { before: { phone: '6025550100' }, after: { phone: '6025550199' } }),
        corrected('MemberAddressCorrected', { before: { city: 'Phoenix' }, after: { city: 'Tempe' } }),
        corrected('MemberClinicalFactsCorrected', { before: { height: null }, after: { height: 70 } }),
        corrected('PhysicianCorrected', { before: { NPI: null }, after: { NPI: '1234567893' } }),
        corrected('InsuranceCorrected', { before: { medicaidId: 'A12345678' }, after: { medicaidId: 'B1' } }),
        corrected('OtherInformationCorrected', { before: { otherInfo: null }, after: { otherInfo: 'Ring' } }),
      ]);
  });

  it('compares the types of an insurance as one field', () => {
    const insuranceType = { medicare: true, medicaid: true, commercial: false };
    const [event] = referral
      .when(correct({ order: { insuranceInfo: { ...order.insuranceInfo, insuranceType, medicareId: 'M1' } } }))
      .events();
    expect(event?.data).toMatchObject({
      before: { insuranceType: { medicare: false }, medicareId: null },
      after: { insuranceType: { medicare: true }, medicareId: 'M1' },
    });
  });

  it('can give a baby to an order that had none', () => {
    const babyInfo = { lastName: null, firstName: null, dueDate: '2027-01-04', nicu: false };
    referral
      .when(correct({ order: { babyInfo } }))
      .then([corrected('BabyCorrected', { before: {}, after: { dueDate: '2027-01-04', nicu: false } })]);
    const born = corrected('BabyCorrected', { before: {}, after: { dueDate: '2027-01-04', nicu: false } });
    given(referralDecider, [submitted(), born])
      .when(correct({ order: { babyInfo: { ...babyInfo, nicu: true } }, seen: 1 }))
      .then([corrected('BabyCorrected', { before: { nicu: false }, after: { nicu: true } })]);
  });

  it('that changes nothing is nothing', () => {
    const { items: _, uhcCodes: __, ...sections } = order;
    referral
      .when(correct({ order: sections, items: [{ id: 1, qty: 30, option: null, deleted: false }] }))
      .thenNothing();
    referral.when(correct({ order: { babyInfo: null } })).thenNothing();
  });

  it('needs a referral', () => {
    given(referralDecider, []).when(correct({})).thenRejected('referral/not-found');
  });

  it('does not move a member out of the state that a payor delivers in', () => {
    const home = { ...order, memberInfo: { ...memberInfo, state: 'MS' } };
    const ofPayor = given(referralDecider, [submitted(home, 'magnolia')]);
    ofPayor
      .when(correct({ order: { memberInfo: { ...home.memberInfo, state: 'TX' } } }))
      .thenRejected('order/state-not-served');
    expect(
      ofPayor.when(correct({ order: { memberInfo: { ...home.memberInfo, city: 'Jackson' } } })).events(),
    ).toHaveLength(1);
  });

  describe('of what the form of a payor fixes', () => {
    const company = 'Magnolia Community Plan';
    const { insuranceInfo, referralInfo } = order;
    const ofCompany = (name: string | null): Order => ({
      ...order,
      referralInfo: { ...referralInfo, company: name },
      insuranceInfo: { ...insuranceInfo, plan: company },
    });
    const types = { medicare: false, medicaid: true, commercial: false };
    const ofPayor = given(referralDecider, [submitted(ofCompany(company), 'magnolia')]);
    const insurance = (more: object) => correct({ order: { insuranceInfo: { ...insuranceInfo, ...more } } });
    const referrer = (name: string | null) => correct({ order: { referralInfo: { ...referralInfo, company: name } } });

    it('takes it as it is, or left out', () => {
      for (const plan of [{ plan: company }, {}]) ofPayor.when(insurance(plan)).thenNothing();
      for (const name of [company, null]) ofPayor.when(referrer(name)).thenNothing();
    });

    it('may be removed where no payor fixes it', () => {
      given(referralDecider, [submitted(ofCompany('Saguaro'))])
        .when(referrer(null))
        .then([corrected('ReferrerCorrected', { before: { company: 'Saguaro' }, after: { company: null } })]);
    });

    it('refuses it with another value', () => {
      for (const type of [
        { ...types, medicare: true },
        { ...types, medicaid: false, commercial: true },
      ])
        ofPayor.when(insurance({ insuranceType: type, plan: company })).thenRejected('order/fixed-by-form');
      ofPayor.when(insurance({ plan: 'Saguaro' })).thenRejected('order/fixed-by-form');
      ofPayor.when(referrer('Saguaro')).thenRejected('order/fixed-by-form');
      given(referralDecider, [submitted()])
        .when(insurance({ plan: company }))
        .thenRejected('order/fixed-by-form');
      given(referralDecider, [submitted()]).when(referrer('Saguaro')).events();
    });

    it('leaves what an order of before has otherwise, and takes its mend', () => {
      const before = given(referralDecider, [
        submitted(
          {
            ...ofCompany('Another Plan'),
            insuranceInfo: { ...insuranceInfo, plan: 'Old', insuranceType: { ...types, medicare: true } },
          },
          'magnolia',
        ),
      ]);
      const asIs = { insuranceType: { ...types, medicare: true }, plan: 'Old' };
      before.when(insurance(asIs)).thenNothing();
      before.when(referrer('Another Plan')).thenNothing();
      expect(before.when(insurance({ ...asIs, medicaidId: 'B1' })).events()).toHaveLength(1);
      expect(before.when(insurance({ plan: company, insuranceType: types })).events()).toHaveLength(1);
      expect(before.when(referrer(company)).events()).toHaveLength(1);
    });
  });

  describe('of items', () => {
    const twoOf = given(referralDecider, [submitted()]);

    it('is a quantity, an option, an item more or less', () => {
      twoOf
        .when(
          correct({
            items: [
              { id: 1, qty: 60, option: { ...large, name: 'large', hcpcs: null } },
              { id: 2, deleted: true },
            ],
            added: [line(anItem(0, { item: 'pads', description: null, option: large, qty: 5 }))],
          }),
        )
        .then([
          corrected('ItemQuantityChanged', { itemId: 1, before: 30, after: 60 }),
          corrected('ItemOptionChanged', { itemId: 1, before: null, after: large }),
          corrected('ItemRemoved', { itemId: 2 }),
          corrected('ItemAdded', { item: anItem(3, { option: large, qty: 5 }) }),
        ]);
    });

    it('adds none beyond two hundred', () => {
      twoOf
        .when(correct({ added: Array.from({ length: 199 }, () => line(anItem(0, { option: large }))) }))
        .thenRejected('order/too-many-items');
    });

    it('restores what was removed, and gives no number twice', () => {
      const history = [submitted(), corrected('ItemRemoved', { itemId: 2 })];
      const restored = corrected('ItemRestored', { itemId: 2 });
      given(referralDecider, history)
        .when(correct({ items: [{ id: 2, deleted: false }], seen: 1 }))
        .then([restored]);
      const [added] = given(referralDecider, history)
        .when(correct({ added: [line(anItem(0, { option: large }))], seen: 1 }))
        .events();
      expect(added).toMatchObject({ type: 'ItemAdded', data: { item: { id: 3 } } });
    });

    it('leaves an item as it is that was removed, delivered or canceled', () => {
      given(referralDecider, [submitted(), corrected('ItemRemoved', { itemId: 2 })])
        .when(correct({ items: [{ id: 2, qty: 2 }], seen: 1 }))
        .thenRejected('referral/item-removed');
      // An author who says that the item is not removed has not seen the removal.
      for (const more of [{}, { qty: 2 }, { qty: 30 }])
        given(referralDecider, [submitted(), corrected('ItemRemoved', { itemId: 1 })])
          .when(correct({ items: [{ id: 1, deleted: false, ...more }] }))
          .thenRejected('referral/item-removed');
      given(referralDecider, [submitted(), corrected('ItemRemoved', { itemId: 1 })])
        .when(correct({ items: [{ id: 1, qty: 2, deleted: false }], seen: 1 }))
        .then([
          corrected('ItemRestored', { itemId: 1 }),
          corrected('ItemQuantityChanged', { itemId: 1, before: 30, after: 2 }),
        ]);
      for (const status of ['delivered', 'canceled'] as const) {
        const finished = [{ itemId: 1, taskId: '1-1', status }];
        twoOf.when(correct({ items: [{ id: 1, qty: 2 }], finished })).thenRejected('referral/item-finished');
        twoOf.when(correct({ items: [{ id: 1, qty: 30 }], finished })).thenNothing();
      }
    });

    it('must keep the rules of the cart', () => {
      twoOf.when(correct({ items: [{ id: 3, qty: 1 }] })).thenRejected('referral/unknown-item');
      twoOf.when(correct({ items: [{ id: 1, qty: 1.5 }] })).thenRejected('order/quantity-not-whole');
      twoOf.when(correct({ items: [{ id: 2, qty: 2 }] })).thenRejected('order/too-many-breast-pumps');
      twoOf.when(correct({ added: [line(aPump)] })).thenRejected('order/too-many-breast-pumps');
      twoOf
        .when(correct({ added: [line(anItem(0, { catalogueId: 'walker' }))] }))
        .thenRejected('order/item-not-offered');
      twoOf.when(correct({ added: [line(anItem(0))] })).thenRejected('order/option-required');
      twoOf
        .when(correct({ items: [{ id: 1, option: { id: 'xl', name: 'XL', hcpcs: null } }] }))
        .thenRejected('order/option-not-offered');
      twoOf
        .when(
          correct({
            items: [
              { id: 1, deleted: true },
              { id: 2, deleted: true },
            ],
          }),
        )
        .thenRejected('order/no-items');
      given(referralDecider, [submitted(anOrder([anItem(1)]))])
        .when(correct({ added: [line(aPump)] }))
        .thenRejected('order/baby-required');
    });

    it('adds and chooses nothing that it names otherwise than the catalogue', () => {
      for (const more of [
        { item: 'Gloves' },
        { itemCategory: 'Supplies' },
        { hcpcs: 'X9999' },
        { description: 'Box.' },
      ])
        twoOf
          .when(correct({ added: [line(anItem(0, { option: large, ...more }))] }))
          .thenRejected('order/item-named-otherwise');
      const small = { ...large, name: 'Small' };
      twoOf.when(correct({ items: [{ id: 1, option: small }] })).thenRejected('order/item-named-otherwise');
      twoOf.when(correct({ added: [line(anItem(0, { option: small }))] })).thenRejected('order/item-named-otherwise');
    });

    it('keeps what was ordered under a name that the catalogue has no longer', () => {
      const renamed = given(referralDecider, [submitted(anOrder([anItem(1, { item: 'Pads of before' })]))]);
      expect(renamed.when(correct({ items: [{ id: 1, qty: 5, option: large }] })).events()).toHaveLength(2);
    });

    it('does not judge again what was accepted before', () => {
      const noLongerOffered = given(referralDecider, [submitted(anOrder([anItem(1, { catalogueId: 'gone' })]))]);
      expect(noLongerOffered.when(correct({ items: [{ id: 1, qty: 5 }] })).events()).toHaveLength(1);
    });
  });

  describe('while another person corrects it', () => {
    const history = [submitted(), moved];

    it('is refused where both changed a field, and names each field', () => {
      const both = ofMember({ address1: '7 Elm St', city: 'Tempe' });
      given(referralDecider, history).when(both).thenRejected('referral/changed-meanwhile');
      expect(collisions(history, both)).toEqual([{ path: 'memberInfo.address1', seen: '1 Main St', now: '5 Oak St' }]);
      const fewer = corrected('ItemQuantityChanged', { itemId: 1, before: 30, after: 10 });
      expect(collisions([submitted(), fewer], correct({ items: [{ id: 1, qty: 60 }] }))).toEqual([
        { path: 'items.1.qty', seen: 30, now: 10 },
      ]);
    });

    it('merges with what the other changed, and never puts back an old value', () => {
      given(referralDecider, history)
        .when(ofMember({ city: 'Tempe' }))
        .then([corrected('MemberAddressCorrected', { before: { city: 'Phoenix' }, after: { city: 'Tempe' } })]);
      given(referralDecider, history).when(ofMember({})).thenNothing();
    });

    it('agrees with the same correction by both', () => {
      given(referralDecider, history)
        .when(ofMember({ address1: '5 Oak St' }))
        .thenNothing();
    });

    it('replaces what the person has seen', () => {
      given(referralDecider, history)
        .when(ofMember({ address1: '7 Elm St' }, 1))
        .then([
          corrected('MemberAddressCorrected', { before: { address1: '5 Oak St' }, after: { address1: '7 Elm St' } }),
        ]);
    });

    it('compares with what was seen, however often the field changed since', () => {
      const again = corrected('MemberAddressCorrected', {
        before: { address1: '5 Oak St' },
        after: { address1: '9 Fir St' },
      });
      expect(collisions([...history, again], ofMember({ address1: '7 Elm St' }))).toEqual([
        { path: 'memberInfo.address1', seen: '1 Main St', now: '9 Fir St' },
      ]);
      expect(collisions([...history, again], ofMember({ address1: '7 Elm St' }, 1))).toEqual([
        { path: 'memberInfo.address1', seen: '5 Oak St', now: '9 Fir St' },
      ]);
    });
  });

  it('says a value as a person reads it', () => {
    const types = { medicare: true, medicaid: false, commercial: true };
    expect(
      [null, '', true, 3, '1990-02-28', large, types].map((value) => valueInWords(value, 'items.3.option')),
    ).toEqual(['nothing', 'nothing', 'yes', '3', '“02/28/1990”', '“Large”', 'Medicare, Commercial']);
    const paths = ['memberInfo.ACPhone', 'physician.fax', 'insuranceInfo.medicaidId'];
    expect(paths.map((path) => valueInWords('6025550112', path))).toEqual([
      '“(602) 555-0112”',
      '“(602) 555-0112”',
      '“6025550112”',
    ]);
    // Entries of a list are quoted one by one, because a made-up `seen` may have any text in it.
    expect(valueInWords(['Supplies', 'Gus Orr did it'], 'groups')).toBe('“Supplies”, “Gus Orr did it”');
    // A path that is an item's number has the reason of its stop as value; null if it is not stopped.
    expect([valueInWords('Asked twice', '1'), valueInWords(null, '1')]).toEqual(['“Asked twice”', 'not stopped']);
  });
});
