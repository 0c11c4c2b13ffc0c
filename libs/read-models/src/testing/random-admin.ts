import {
  BANNER_IDS,
  bannerDecider,
  catalogueDecider,
  type CatalogueItem,
  type Failure,
  failureDecider,
  groupKey,
  LIST_ID,
  managedLists,
  NOTE_TEMPLATES_ID,
  noteTemplatesDecider,
  orderingGroupDecider,
} from '@throughline/domain';
import fc from 'fast-check';
import { commandsTo, freshCommandsTo, PADS, type Step, which } from './random-steps.js';

const changeBanner = freshCommandsTo(bannerDecider);

/** Banners that an administrator switches on and off. */
const ofBanners: fc.Arbitrary<Step> = fc.constantFrom(...BANNER_IDS).chain((bannerId) =>
  fc.constantFrom(
    changeBanner(bannerId, (switchedAt) => ({
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
    changeBanner(bannerId, (switchedAt) => ({
      type: 'SwitchBannerOff',
      data: { bannerId, reason: 'Done', switchedAt },
    })),
  ),
);

const toTemplates = commandsTo(noteTemplatesDecider);
const changeTemplate = freshCommandsTo(noteTemplatesDecider);

/** Acts of administrators on the texts that a note can start with. */
const ofNoteTemplates: fc.Arbitrary<Step> = fc.nat(3).chain((n) => {
  const template = { templateId: `t${n}`, title: `Template ${n}`, noteText: '<p>Which plan?</p>', actionNeeded: n > 1 };
  const facts = { reason: 'Asked', seed: [{ ...template, templateId: 'installed-1', title: 'Address' }] };
  const { templateId } = template;
  return fc.constantFrom(
    toTemplates(NOTE_TEMPLATES_ID, () => ({ type: 'CreateNoteTemplate', data: { ...template, ...facts } })),
    changeTemplate(NOTE_TEMPLATES_ID, () => ({
      type: 'ChangeNoteTemplate',
      data: { ...template, noteText: '<p>New plan:</p>', ...facts },
    })),
    changeTemplate(NOTE_TEMPLATES_ID, () => ({ type: 'RetireNoteTemplate', data: { templateId, ...facts } })),
  );
});

const toFailures = commandsTo(failureDecider);

/** Acts of administrators on failed work. */
const ofFailures: fc.Arbitrary<Step> = fc.nat(2).chain((n) => {
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

/** Versions of the catalogue that an administrator plans and cancels, and that are activated. */
const ofCatalogue: fc.Arbitrary<Step> = fc.record({ n: which, atOnce: fc.boolean() }).chain(({ n, atOnce }) => {
  const versionId = `version-${n}`;
  return fc.constantFrom(
    toCatalogue(versionId, (plannedAt) => ({
      type: 'PlanCatalogue',
      data: {
        versionId,
        fileName: 'winter.csv',
        items,
        reason: 'Winter',
        plannedAt,
        activatesAt: atOnce ? null : '2027-12-24T00:00:00.000Z',
        comparedWith: null,
        active: { versionId: null, items: [] },
      },
    })),
    toCatalogue(versionId, (activatedAt) => ({
      type: 'ActivateCatalogue',
      data: { versionId, activeVersionId: atOnce ? null : 'another', activatedAt },
    })),
    toCatalogue(versionId, (canceledAt) => ({
      type: 'CancelCatalogue',
      data: { versionId, reason: 'Too early', canceledAt },
    })),
  );
});

const changeGroup = freshCommandsTo(orderingGroupDecider);

/** Categories that administrators withhold from groups. */
const ofOrderingGroups: fc.Arbitrary<Step> = fc
  .record({ groupId: fc.constantFrom(null, 7, 'Intake' as const, 'Case Managers' as const), some: fc.boolean() })
  .map(({ groupId, some }) =>
    changeGroup(groupKey(groupId), () => ({
      type: 'ChangeOrderingGroup',
      data: { groupId, withheld: some ? ['Supplies'] : [], reason: 'New contract' },
    })),
  );

/** What administrators do to the lists that `managedDecider` decides on: to the example of each, and to two more entries. */
const ofManagedLists = managedLists().map((decider): fc.Arbitrary<Step> => {
  const { example } = decider;
  const reason = 'New contract';
  const add = (id: string, name: string) =>
    commandsTo(decider)(LIST_ID, () => ({ type: 'Add', data: { ...example, id, name, reason } }));
  const changeList = freshCommandsTo(decider);
  return fc.record({ n: which, isNew: fc.boolean(), active: fc.boolean() }).chain(({ n, isNew, active }) => {
    const changed = { ...example, ...(isNew && { id: `new-${n}` }), name: `Name ${n}`, reason };
    const acts = fc.constantFrom(
      add(`new-${n}`, `New ${n}`),
      changeList(LIST_ID, () => ({ type: 'Change', data: changed })),
      // Always the same one, so that it is reactivated as often as it can be.
      changeList(LIST_ID, () => ({ type: 'Switch', data: { id: example.id, active, reason } })),
    );
    // Has an effect on a list that begins without it, the first time.
    const addExample = add(example.id, example.name);
    return acts.map((act): Step => (story) => {
      addExample(story);
      act(story);
    });
  });
});

/** What administrators do outside of cases and accounts. */
export const ofAdministrators: fc.Arbitrary<Step> = fc.oneof(
  ofBanners,
  ofCatalogue,
  ofFailures,
  ...ofManagedLists,
  ofNoteTemplates,
  ofOrderingGroups,
);
