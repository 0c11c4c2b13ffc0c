import type { AccountEvent } from '../account/account.events.js';
import type { BannerEvent } from '../banner/banner.events.js';
import { type Failure, type FailureEvent, jobInWords, type RetryOutcome } from '../failure/failure.js';
import { wordsOf } from '../note/note-text.js';
import type { NoteTemplateEvent, StoredNoteTemplate } from '../note/note-template.js';
import type { CatalogueEvent } from '../catalogue/catalogue.events.js';
import { type OrderingGroupEvent, orderingGroupName } from '../catalogue/ordering-group.js';
import type { FieldChange } from './corrected-facts.js';
import { ACCOUNT_WORDS, type ActWords, now, yesOrNo } from './describe-account-event.js';

/** What administrators do outside of cases. */
export type AdminEvent =
  AccountEvent | BannerEvent | CatalogueEvent | FailureEvent | NoteTemplateEvent | OrderingGroupEvent;

/** By the category of the stream, where an act that is on no person's account is listed. */
export const ADMIN_AREAS: Readonly<Record<string, string>> = {
  banner: 'Banners',
  failure: 'Failed jobs',
  noteTemplates: 'Note templates',
  catalogue: 'Catalogue',
  orderingGroup: 'Groups',
};

/** The acts of administrators in words, each with its reason. */
export const ADMIN_WORDS: ActWords<AdminEvent> = {
  ...ACCOUNT_WORDS,
  BannerSwitchedOn: ({ bannerId, text, from, until, reason }, { who }) => [
    `${who} switched the ${bannerId} banner on`,
    now('Text', text),
    now('From (UTC)', inMinutes(from)),
    now('Until (UTC)', inMinutes(until)),
    now('Reason', reason),
  ],
  BannerSwitchedOff: ({ bannerId, reason }, { who }) => [
    `${who} switched the ${bannerId} banner off`,
    now('Reason', reason),
  ],
  FailureRetryOrdered: ({ failure, reason }, { who }) => [
    `${who} had failed work tried again`,
    ...failureFacts(failure),
    now('Reason', reason),
  ],
  FailureDiscarded: ({ failure, reason }, { who }) => [
    `${who} discarded failed work`,
    ...failureFacts(failure),
    now('Reason', reason),
  ],
  FailureRetrySettled: ({ failure, outcome }) => [RETRY_WORDS[outcome], ...failureFacts(failure)],
  NoteTemplatesSeeded: () => 'The note templates of the installation were taken over',
  NoteTemplateCreated: ({ reason, ...template }, { who }) => [
    `${who} created the note template ${template.title}`,
    ...templateFacts(template),
    now('Reason', reason),
  ],
  NoteTemplateChanged: ({ reason, ...template }, { who }) => [
    `${who} changed the note template ${template.title}`,
    ...templateFacts(template),
    now('Reason', reason),
  ],
  NoteTemplateRetired: ({ title, reason }, { who }) => [
    `${who} retired the note template ${title}`,
    now('Reason', reason),
  ],
  OrderingGroupChanged: ({ groupId, withheld, reason }, { who }) => [
    `${who} changed what may be ordered: ${orderingGroupName(groupId)}`,
    now('Withheld', withheld.join(', ') || 'Nothing'),
    now('Reason', reason),
  ],
  CataloguePlanned: ({ fileName, changes: { added, changed, retired }, activatesAt, reason }, { who }) => [
    `${who} uploaded the catalogue ${fileName}`,
    now('Items', `${added} added, ${changed} changed, ${retired} retired`),
    now('Active from (UTC)', inMinutes(activatesAt)),
    now('Reason', reason),
  ],
  CatalogueActivated: ({ fileName }, { who }) => `${who} activated the catalogue ${fileName}`,
  CatalogueCanceled: ({ fileName, reason }, { who }) => [
    `${who} canceled the catalogue ${fileName} before its time`,
    now('Reason', reason),
  ],
};

const RETRY_WORDS: Readonly<Record<RetryOutcome, string>> = {
  done: 'Failed work was taken up again',
  'failed-again': 'Failed work was tried again, and failed again',
  gone: 'Failed work was not tried again, as it had succeeded meanwhile',
};

const failureFacts = (failure: Failure): readonly FieldChange[] =>
  failure.kind === 'job'
    ? [now('Work', jobInWords(failure.name)), now('Job', failure.jobId)]
    : [now('Work', `Events of ${failure.stream}`), now('Consumer', failure.consumer)];

const templateFacts = ({ noteText, actionNeeded }: StoredNoteTemplate): readonly FieldChange[] => [
  now('Text', wordsOf(noteText)),
  now('Action needed', yesOrNo(actionNeeded)),
];

/** 2026-11-23 14:05 */
const inMinutes = (at: string): string => at.slice(0, 16).replace('T', ' ');
