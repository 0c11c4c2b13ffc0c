import {
  accountDecider,
  eligibilityDecider,
  eligibilityImportDecider,
  historyDecider,
  itemTaskDecider,
  referralMailDecider,
  referralDecider,
} from '@throughline/domain';
import fc from 'fast-check';
import { anOrder } from './orders.js';
import { ofAccounts } from './random-accounts.js';
import { ofEvidence } from './random-evidence.js';
import { ofFiles } from './random-files.js';
import { ofAdministrators } from './random-admin.js';
import { ofInquiries, ofNotificationMail } from './random-public.js';
import { ofNotes } from './random-notes.js';
import { ofRecertifications } from './random-recertifications.js';
import {
  commandsTo,
  correctionsOf,
  ORDERED,
  view,
  itemIds,
  PADS,
  referralId,
  type Step,
  which,
} from './random-steps.js';
import { ofTasks } from './random-tasks.js';
import { Story } from './story.js';

const programme = fc.constantFrom('diaper' as const, 'pregnancy' as const);
const count = fc.record({ rows: fc.nat(9), registered: fc.nat(9), known: fc.nat(9), bad: fc.nat(9) });

const toTasks = commandsTo(itemTaskDecider);
const toReferral = commandsTo(referralDecider);
const toHistory = commandsTo(historyDecider);
const toReferralMails = commandsTo(referralMailDecider);
const toAccount = commandsTo(accountDecider);
const toEligibility = commandsTo(eligibilityDecider);
const toImport = commandsTo(eligibilityImportDecider);

const ofReferrals: fc.Arbitrary<Step> = fc
  .record({ id: referralId, items: itemIds, carrier: fc.constantFrom('FedEx', 'UPS'), redeemed: fc.boolean() })
  .chain(({ id, items, carrier, redeemed }) =>
    fc.constantFrom(
      toReferral(id, () => ({
        type: 'AssignTrackingNumber',
        data: { referralId: id, itemIds: items, carrier, number: '1' },
      })),
      toReferral(id, (decidedAt) => ({
        type: 'RecordBenefitOutcome',
        data: { referralId: id, outcome: redeemed ? 'redeemed' : 'refused', decidedAt },
      })),
    ),
  );

const besideReferrals: fc.Arbitrary<Step> = fc
  .record({ id: referralId, name: fc.constantFrom('a.pdf', 'b.pdf') })
  .chain(({ id, name }) =>
    fc.constantFrom(
      toHistory(id, (now) => ({
        type: 'RecordHistoryEntry',
        data: { referralId: id, elementName: 'contact', elementKey: null, changes: name, dateTime: now, now },
      })),
      toReferralMails(id, (sentAt) => ({
        type: 'RecordReferralMail',
        data: { referralId: id, messageId: `${id}@portal.example`, sentAt },
      })),
      toReferralMails(id, (withheldAt) => ({ type: 'WithholdReferralMail', data: { referralId: id, withheldAt } })),
    ),
  );

const createAccount = (n: string): Step =>
  toAccount(`u-${n}`, () => ({
    type: 'CreateAccount',
    data: {
      userId: `u-${n}`,
      lastName: 'Ruiz',
      firstName: 'Ana',
      email: `U-${n}@plan.example`,
      primaryPhone: null,
      companyId: 40,
      admin: false,
      groups: [],
    },
  }));

const ofOthers: fc.Arbitrary<Step> = fc
  .record({ n: which, programme, count, view, referralId })
  .chain(({ n, programme: of, count: far, view: kept, referralId: by }) => {
    const [importId, eligiblePatientId, refused] = [`import-${n}`, `hash-${n}`, { referralId: by, fileId: 1 }];
    return fc.constantFrom(
      createAccount(n),
      toAccount(`u-${n}`, () => ({ type: 'SaveView', data: { ...kept, search: `?q=${far.rows}` } })),
      toAccount(`u-${n}`, () => ({ type: 'RemoveView', data: kept })),
      toAccount(`u-${n}`, () => ({ type: 'DismissUpdate', data: { updateId: kept.name } })),
      toAccount(`u-${n}`, () => ({ type: 'DismissFile', data: { ...refused, isDismissed: true } })),
      toAccount(`u-${n}`, () => ({ type: 'DismissFile', data: { ...refused, isDismissed: false } })),
      toEligibility(eligiblePatientId, (at) => ({
        type: 'RegisterEligiblePatient',
        data: { eligiblePatientId, programme: of, at },
      })),
      toEligibility(eligiblePatientId, (at) => ({
        type: 'RedeemBenefit',
        data: { eligiblePatientId, referralId: by, at },
      })),
      toEligibility(eligiblePatientId, (at) => ({
        type: 'CorrectDateOfBirth',
        data: { eligiblePatientId, datedId: kept.name, line: 2, at },
      })),
      toEligibility(eligiblePatientId, (at) => ({
        type: 'MergeEligiblePatient',
        data: { eligiblePatientId, intoId: 'hash', at },
      })),
      toImport(importId, (uploadedAt) => ({
        type: 'ImportMembers',
        data: {
          importId,
          fileName: 'members.csv',
          programme: of,
          storageName: 'random',
          size: 9,
          uploadedAt,
          reason: 'New year',
        },
      })),
      toImport(importId, () => ({ type: 'ReportImportProgress', data: { importId, count: far } })),
      toImport(importId, (at) => ({
        type: 'FinishImport',
        data: { importId, count: far, faults: [{ line: 2, fault: 'No state.' }], at },
      })),
      toImport(importId, (at) => ({ type: 'FailImport', data: { importId, reason: 'No header.', at } })),
      toImport(importId, (at) => ({ type: 'CancelImport', data: { importId, reason: 'Wrong', at } })),
    );
  });

/**
 * Both referrals and an account exist from the start. One referral asks for a benefit and has an ordered item. All other streams are empty.
 */
function submitted(): Story {
  const story = new Story();
  createAccount('1')(story);
  for (const [id, benefit] of [
    ['263250000000001', {}],
    ['263250000000002', { eligiblePatientId: 'hash-1' }],
  ] as const) {
    const { items: custom, ...sections } = anOrder({ items: 3 });
    const { id: catalogueId, ...words } = PADS;
    const items = custom.map((item) => (item.id === 3 ? { ...item, ...words, catalogueId } : item));
    const order = { ...sections, items };
    const offered = [{ ...PADS, options: [] }];
    toReferral(id, (submittedAt) => ({
      type: 'SubmitReferral',
      data: { referralId: id, form: 'general', order, offered, companyId: 40, submittedAt, ...benefit },
    }))(story);
    toTasks(id, (at) => ({
      type: 'OpenFirstTask',
      data: { referralId: id, itemIds: [1, 2, 3], at, dayMs: null },
    }))(story);
    const by = { userId: 'sam', name: 'Sam Oduya' };
    toTasks(id, (at) => ({
      type: 'OpenTask',
      data: { referralId: id, itemIds: [3], task: 'Ready for Dropship', by, at, dayMs: null },
    }))(story);
    toTasks(id, (at) => ({
      type: 'RecordOutcome',
      data: {
        referralId: id,
        taskId: `${id}-2`,
        outcome: 'order-placed',
        itemIds: null,
        by,
        at,
        dayMs: null,
        note: null,
        method: null,
        orderId: 'A-0',
        order: ORDERED,
      },
    }))(story);
  }
  return story;
}

/** Everything that the domain's rules allow, in any order. */
export const randomStory: fc.Arbitrary<Story> = fc
  .array(
    fc.oneof(
      { weight: 9, arbitrary: ofTasks },
      { weight: 1, arbitrary: ofReferrals },
      { weight: 4, arbitrary: correctionsOf(referralId, itemIds) },
      { weight: 1, arbitrary: besideReferrals },
      { weight: 3, arbitrary: ofFiles },
      { weight: 3, arbitrary: ofEvidence },
      { weight: 7, arbitrary: ofNotes },
      { weight: 3, arbitrary: ofRecertifications },
      { weight: 4, arbitrary: ofOthers },
      { weight: 2, arbitrary: ofInquiries },
      { weight: 1, arbitrary: ofNotificationMail },
      { weight: 2, arbitrary: ofAccounts },
      { weight: 3, arbitrary: ofAdministrators },
    ),
    { maxLength: 100, size: 'max' },
  )
  .map((steps) => {
    const story = submitted();
    for (const step of steps) step(story);
    return story;
  });
