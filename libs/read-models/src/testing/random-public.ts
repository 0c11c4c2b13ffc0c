import {
  BANNER_IDS,
  bannerDecider,
  catalogueDecider,
  type CatalogueItem,
  type Failure,
  failureDecider,
  type InquiryCommand,
  inquiryDecider,
  mailIdOf,
  NOTE_TEMPLATES_ID,
  noteTemplatesDecider,
  notificationDigestDecider,
  notificationMailDecider,
  groupKey,
  orderingGroupDecider,
} from '@throughline/domain';
import fc from 'fast-check';
import { commandsTo, PADS, person, referralId, type Step, which } from './random-steps.js';

const toInquiries = commandsTo(inquiryDecider);

/** Messages of Contact Us and Help & Suggestions, and what staff do with them. */
export const ofInquiries: fc.Arbitrary<Step> = fc.record({ n: which, by: person }).chain(({ n: inquiryId, by }) => {
  const step = (command: (at: string) => InquiryCommand) => toInquiries(inquiryId, command);
  const mail = (sentAt: string) => ({ inquiryId, messageId: `${inquiryId}@portal.example`, sentAt });
  return fc.constantFrom(
    step((receivedAt) => ({
      type: 'ReceiveInquiry',
      data: {
        ...{ inquiryId, source: 'help', type: 'Other', lastName: 'Ruiz', firstName: 'Ana', email: 'ana@plan.example' },
        ...{ canBeMailed: true, subject: null, text: 'Where is it?', receivedAt, dueAt: '2027-01-04T06:00:00.000Z' },
      },
    })),
    step((at) => ({ type: 'RecordInquiryAnnounced', data: mail(at) })),
    step((answeredAt) => ({
      type: 'AnswerInquiry',
      data: { inquiryId, text: 'On the way.', answerToken: `t-${inquiryId}`, by, answeredAt },
    })),
    step((at) => ({ type: 'RecordAnswerMailed', data: mail(at) })),
    step((closedAt) => ({ type: 'CloseInquiry', data: { inquiryId, reason: 'Called', by, closedAt } })),
    step((reopenedAt) => ({ type: 'ReopenInquiry', data: { inquiryId, by, reopenedAt } })),
  );
});

const toBanners = commandsTo(bannerDecider);

/** Banners that an administrator switches on and off. */
export const ofBanners: fc.Arbitrary<Step> = fc.constantFrom(...BANNER_IDS).chain((bannerId) =>
  fc.constantFrom(
    toBanners(bannerId, (switchedAt) => ({
      type: 'SwitchBannerOn',
      data: {
        bannerId,
        text: 'Back soon',
        from: switchedAt,
        until: '2027-12-24T00:00:00.000Z',
        reason: 'Upgrade',
        switchedAt,
      },
    })),
    toBanners(bannerId, (switchedAt) => ({ type: 'SwitchBannerOff', data: { bannerId, reason: 'Done', switchedAt } })),
  ),
);

const toTemplates = commandsTo(noteTemplatesDecider);

/** What administrators do with the texts that a note can begin with. */
export const ofNoteTemplates: fc.Arbitrary<Step> = fc.nat(3).chain((n) => {
  const template = { templateId: `t${n}`, title: `Template ${n}`, noteText: '<p>Which plan?</p>', actionNeeded: n > 1 };
  const facts = { reason: 'Asked', seed: [{ ...template, templateId: 'installed-1', title: 'Address' }] };
  const { templateId } = template;
  return fc.constantFrom(
    toTemplates(NOTE_TEMPLATES_ID, () => ({ type: 'CreateNoteTemplate', data: { ...template, ...facts } })),
    toTemplates(NOTE_TEMPLATES_ID, () => ({
      type: 'ChangeNoteTemplate',
      data: { ...template, noteText: '<p>New plan:</p>', ...facts },
    })),
    toTemplates(NOTE_TEMPLATES_ID, () => ({ type: 'RetireNoteTemplate', data: { templateId, ...facts } })),
  );
});

const toFailures = commandsTo(failureDecider);

/** What administrators do about work that failed. */
export const ofFailures: fc.Arbitrary<Step> = fc.nat(2).chain((n) => {
  const actId = `act-${n}`;
  const failedAt = '2027-01-04T06:00:00.000Z';
  const failure: Failure = { kind: 'job', jobId: `mail.${n}`, name: 'send-referral-mail', failedAt };
  const ordered = { actId, failure, reason: 'Mended' };
  return fc.constantFrom(
    toFailures(actId, () => ({ type: 'RetryFailure', data: ordered })),
    toFailures(actId, () => ({ type: 'DiscardFailure', data: ordered })),
    toFailures(actId, () => ({ type: 'SettleRetry', data: { actId, outcome: 'done' } })),
  );
});

const toCatalogue = commandsTo(catalogueDecider);
const items: readonly CatalogueItem[] = [
  { ...PADS, itemCategory: 'Supplies', image: null, options: [], states: 'all', groups: 'all' },
];

/** Versions of the catalogue that an administrator plans and cancels, and whose time comes. */
export const ofCatalogue: fc.Arbitrary<Step> = fc.record({ n: which, atOnce: fc.boolean() }).chain(({ n, atOnce }) => {
  const versionId = `version-${n}`;
  return fc.constantFrom(
    toCatalogue(versionId, (plannedAt) => ({
      type: 'PlanCatalogue',
      data: {
        ...{ versionId, fileName: 'winter.csv', items, reason: 'Winter', plannedAt },
        ...{ activatesAt: atOnce ? null : '2027-12-24T00:00:00.000Z', comparedWith: null },
        active: { versionId: null, items: [] },
      },
    })),
    toCatalogue(versionId, (activatedAt) => ({ type: 'ActivateCatalogue', data: { versionId, activatedAt } })),
    toCatalogue(versionId, (canceledAt) => ({
      type: 'CancelCatalogue',
      data: { versionId, reason: 'Too early', canceledAt },
    })),
  );
});

const toNotificationMail = commandsTo(notificationMailDecider);
const toDigests = commandsTo(notificationDigestDecider);

/** Mails about notifications. */
export const ofNotificationMail: fc.Arbitrary<Step> = referralId.chain((id) => {
  const mailId = mailIdOf(`itemTask-${id}-1`, 'ana');
  return fc.constantFrom(
    toNotificationMail(id, (sentAt) => ({
      type: 'RecordNotificationsMailed',
      data: { referralId: id, mailIds: [mailId], messageId: `${id}@portal.example`, sentAt },
    })),
    toDigests('ana-2026-11-23', (sentAt) => ({
      type: 'RecordNotificationDigest',
      data: {
        ...{ userId: 'ana', day: '2026-11-23', mailed: [{ referralId: id, mailId }] },
        ...{ messageId: 'digest@portal.example', sentAt },
      },
    })),
  );
});

const toGroups = commandsTo(orderingGroupDecider);

/** What administrators withhold from groups. */
export const ofOrderingGroups: fc.Arbitrary<Step> = fc
  .record({ groupId: fc.constantFrom(null, 7, 9), some: fc.boolean() })
  .map(({ groupId, some }) =>
    toGroups(groupKey(groupId), () => ({
      type: 'ChangeOrderingGroup',
      data: { groupId, withheld: some ? ['Supplies'] : [], reason: 'New contract' },
    })),
  );
