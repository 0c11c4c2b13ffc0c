import type { HistoryEntry } from '@throughline/contracts';
import { type Actor, type Order, type ReferralHistoryEvent, SYSTEM_ACTOR } from '@throughline/domain';

export const ID = '263254123071844';
export const SAM: Actor = { userId: 'sam', email: 'sam@throughline.example', role: 'staff', companyId: null };

/** A log of one referral with a minute and ten positions between events. */
export function entriesOf(
  ...recorded: readonly (readonly [event: ReferralHistoryEvent, actor?: Actor])[]
): HistoryEntry[] {
  return recorded.map(([event, actor = SYSTEM_ACTOR], index) => ({
    position: 10 * (index + 1),
    stream: `itemTask-${ID}`,
    revision: index,
    event,
    at: new Date(Date.UTC(2026, 10, 19, 16, index)).toISOString(),
    actor,
    eventId: `event-${index}`,
    commandId: `command-${index}`,
    causationId: index === 1 ? 'event-0' : null,
  }));
}

export const submitted: ReferralHistoryEvent = {
  type: 'ReferralSubmitted',
  data: { referralId: ID, order: anOrder(), companyId: 40, submittedAt: '2026-11-19T16:00:00.000Z' },
};

export const firstTaskOpened: ReferralHistoryEvent = {
  type: 'TaskOpened',
  data: {
    referralId: ID,
    taskId: `${ID}-1`,
    task: 'Create Patient',
    itemIds: [1],
    openedAt: '2026-11-19T16:01:00.000Z',
    dueAt: '2026-11-20T06:00:00.000Z',
  },
};

export const claimed: ReferralHistoryEvent = {
  type: 'TaskClaimed',
  data: { referralId: ID, taskId: `${ID}-1`, assignee: { userId: 'sam', name: 'Sam Oduya' } },
};

export const stopped: ReferralHistoryEvent = {
  type: 'ItemsStopped',
  data: {
    referralId: ID,
    taskId: `${ID}-1`,
    itemIds: [1],
    reason: 'Member moved away',
    stoppedAt: '2026-11-19T16:03:00.000Z',
  },
};

function anOrder(): Order {
  return {
    referralInfo: {
      lastName: 'Ruiz',
      firstName: 'Ana',
      email: 'ana@plan.example',
      phone: '6025550112',
      referralSource: 'Portal',
      company: null,
      sendNotificationsFlag: false,
    },
    memberInfo: {
      lastName: 'Osei',
      firstName: 'Kofi',
      DOB: '1990-02-03',
      gender: 'Male',
      phone: '6025550113',
      ACPhone: null,
      preferredLang: null,
      email: null,
      ACEmail: null,
      address1: '1 Elm Street',
      address2: null,
      city: 'Mesa',
      state: 'AZ',
      zip: '85201',
      height: null,
      weight: null,
      allergies: null,
      diag: null,
    },
    physicianInfo: { lastName: null, firstName: null, NPI: null, phone: null, fax: null, email: null },
    insuranceInfo: {
      insuranceType: { medicare: false, medicaid: true, commercial: false },
      medicareId: null,
      medicaidId: 'A1',
      commIns1Name: null,
      commIns1Id: null,
      commIns2Name: null,
      commIns2Id: null,
      waiverBenefits: null,
    },
    items: [
      {
        id: 1,
        itemCategory: 'Incontinence',
        catalogueId: null,
        item: 'Briefs',
        option: null,
        hcpcs: 'T4522',
        description: null,
        qty: 120,
      },
    ],
    babyInfo: null,
    otherInfo: null,
    uhcCodes: null,
  };
}
