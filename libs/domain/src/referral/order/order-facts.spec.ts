import { describe, expect, it } from '@jest/globals';
import { orderedItemFacts, orderSections, type SentFile } from './order-facts.js';
import type { Order } from './order.js';
import { anItem, anOrder } from './order.testing.js';

/** Every field filled in with a distinct text. */
const FULL: Omit<Order, 'items'> = {
  referralInfo: {
    lastName: 'Ruiz',
    firstName: 'Ana',
    email: 'ana@plan.example',
    phone: '6025550112',
    referralSource: 'uhc file',
    company: 'Sunrise Plan',
    sendNotificationsFlag: true,
  },
  memberInfo: {
    lastName: 'Osei',
    firstName: 'Kofi',
    DOB: '1990-02-28',
    gender: 'Male',
    phone: '6025550100',
    ACPhone: '6025550101',
    preferredLang: 'Twi',
    email: 'kofi@home.example',
    ACEmail: 'esi@home.example',
    address1: '1 Main St',
    address2: 'Apt 7',
    city: 'Phoenix',
    state: 'AZ',
    zip: '85004',
    height: 71,
    weight: 182,
    allergies: 'Latex',
    diag: 'R32',
  },
  physicianInfo: {
    lastName: 'Chan',
    firstName: 'Bopha',
    NPI: '1234567893',
    phone: '6025550102',
    fax: '6025550103',
    email: 'chan@clinic.example',
  },
  insuranceInfo: {
    insuranceType: { medicare: true, medicaid: true, commercial: true },
    medicareId: '1EG4',
    medicaidId: 'A12345678',
    commIns1Name: 'Acme Health',
    commIns1Id: 'AC-1',
    commIns2Name: 'Beta Health',
    commIns2Id: 'BE-2',
    waiverBenefits: 'Respite care',
  },
  babyInfo: { lastName: 'Mensah', firstName: 'Abena', dueDate: '2027-01-05', nicu: true },
  otherInfo: 'Ring twice',
  uhcCodes: 'U1,U2',
};

/** How each text or number of the order is displayed. */
const READS_AS: Readonly<Record<string, string>> = {
  '1990-02-28': '02/28/1990',
  '2027-01-05': '01/05/2027',
  '6025550100': '(602) 555-0100',
  '6025550101': '(602) 555-0101',
  '6025550102': '(602) 555-0102',
  '6025550103': '(602) 555-0103',
  '6025550112': '(602) 555-0112',
  'U1,U2': 'U1, U2',
};

const leavesOf = (value: unknown): readonly unknown[] =>
  typeof value === 'object' && value !== null ? Object.values(value).flatMap(leavesOf) : [value];
const factsOf = (order: Omit<Order, 'items'>, title: string) =>
  Object.fromEntries(
    orderSections(order).flatMap((section) =>
      section.title === title ? section.facts.map(({ label, value }) => [label, value]) : [],
    ),
  );

describe('The files of an order', () => {
  const attachments = ['Prescription.pdf', 'Notes.pdf', 'Scan.pdf', 'Late.pdf'];
  const added = (order: Omit<Order, 'items'>, files?: readonly SentFile[]) => {
    const other = orderSections(order, files).find(({ title }) => title === 'Other')?.facts ?? [];
    return Object.fromEntries(other.slice(1).map(({ label, value }) => [label, value]));
  };

  it('are omitted if there are none', () => {
    expect(added(FULL)).toEqual({});
    expect(added(FULL, [{ fileName: 'Later.pdf', check: 'accepted' }])).toEqual({});
  });

  it('are only named if nothing else is known of them', () => {
    expect(added({ ...FULL, attachments: ['Notes.pdf', 'Scan.pdf'] })).toEqual({
      'Files named with the referral': 'Notes.pdf\nScan.pdf\n(each is attached once it has passed its check)',
    });
  });

  it('are attachments once they were accepted, and never when they were refused', () => {
    const files: readonly SentFile[] = [
      { fileName: 'Referral-1.pdf' },
      { fileName: 'prescription.PDF', check: 'accepted' },
      { fileName: 'Notes.pdf', check: 'refused' },
      { fileName: 'Scan.pdf', check: 'waiting' },
    ];
    expect(added({ ...FULL, attachments }, files)).toEqual({
      'Attachments of the referral': 'Prescription.pdf',
      'Being checked': 'Scan.pdf',
      'Refused, not attached': 'Notes.pdf',
      'Not received': 'Late.pdf',
    });
  });

  it('are the last upload of each name', () => {
    const again: readonly SentFile[] = [
      { fileName: 'Notes.pdf', check: 'refused' },
      { fileName: 'Notes.pdf', check: 'accepted' },
    ];
    expect(added({ ...FULL, attachments: ['Notes.pdf'] }, again)).toEqual({
      'Attachments of the referral': 'Notes.pdf',
    });
  });
});

describe('An order as labelled facts', () => {
  const values = orderSections(FULL).flatMap(({ facts }) => facts.map(({ value }) => value));

  it.each(leavesOf(FULL).filter((leaf) => typeof leaf !== 'boolean'))('says %p', (leaf) => {
    const words = READS_AS[String(leaf)] ?? String(leaf);
    expect(values.some((value) => value?.includes(words))).toBe(true);
  });

  it('says what was ticked, and what was not', () => {
    expect(factsOf(FULL, 'Referrer')['Wants notifications']).toBe('Yes');
    expect(factsOf(FULL, 'Insurance')['Type']).toBe('Medicaid, Medicare, Commercial');
    expect(factsOf(FULL, 'Baby')['NICU']).toBe('Yes');
    const calm = {
      ...FULL,
      referralInfo: { ...FULL.referralInfo, sendNotificationsFlag: false },
      babyInfo: { ...FULL.babyInfo!, nicu: false },
    };
    expect(factsOf(calm, 'Referrer')['Wants notifications']).toBe('No');
    expect(factsOf(calm, 'Baby')['NICU']).toBe('No');
    expect(factsOf(anOrder([]), 'Insurance')['Type']).toBe('Medicaid');
  });

  it('names the plan if the form fixed one, and has no such line otherwise', () => {
    const insuranceInfo = { ...FULL.insuranceInfo, plan: 'Magnolia Community Plan' };
    expect(factsOf({ ...FULL, insuranceInfo }, 'Insurance')['Plan']).toBe('Magnolia Community Plan');
    expect(factsOf(FULL, 'Insurance')).not.toHaveProperty('Plan');
  });

  it('has the sections of the Information tab, and no baby if the form does not ask for one', () => {
    const titles = ['Referrer', 'Member', 'Physician', 'Insurance', 'Baby', 'Other'];
    expect(orderSections(FULL).map(({ title }) => title)).toEqual(titles);
    expect(orderSections(anOrder([])).map(({ title }) => title)).toEqual(titles.filter((title) => title !== 'Baby'));
  });

  it('omits what was not filled in', () => {
    expect(Object.values(factsOf(anOrder([]), 'Physician'))).toEqual([null, null, null, null, null]);
  });
});

describe('An ordered item as labelled facts', () => {
  const factsOf = (...[id, more]: Parameters<typeof anItem>) =>
    Object.fromEntries(orderedItemFacts(anItem(id, more)).map(({ label, value }) => [label, value]));

  it('is the five facts of its card', () => {
    const option = { id: 'l', name: 'Large', hcpcs: 'T4536' };
    expect(factsOf(1)).toEqual({ Category: 'Incontinence', Item: 'Pads', Option: null, HCPCS: 'T4535', Qty: '30' });
    expect(factsOf(1, { option })).toMatchObject({ Option: 'Large', HCPCS: 'T4536' });
  });

  it('has the referrer’s own description of a custom item', () => {
    expect(factsOf(1, { catalogueId: null, description: 'Soft' })).toMatchObject({ Description: 'Soft' });
  });
});
