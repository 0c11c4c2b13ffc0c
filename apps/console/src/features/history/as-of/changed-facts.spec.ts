import { describe, expect, it } from '@jest/globals';
import {
  allFacts,
  changedFacts,
  overviewFacts,
  type ReferralAsOf,
  type ReferralHistoryEvent,
  timelineOf,
} from '@throughline/domain';
import { claimed, entriesOf, firstTaskOpened, ID, stopped, submitted } from '../testing/entries.js';
import type { Moment } from '../timeline/timeline.js';

const at = '2026-11-19T16:05:00.000Z';
const stored = { size: 10, sha256: '', storageName: '' };

const uploaded = (fileId: number, fileName: string): ReferralHistoryEvent => ({
  type: 'FileUploaded',
  data: { referralId: ID, fileId, fileName, ...stored, uploadedBy: null, uploadedAt: at },
});
const accepted = (fileId: number): ReferralHistoryEvent => ({
  type: 'FileAccepted',
  data: { referralId: ID, fileId, checkedAt: at },
});
const refused = (fileId: number): ReferralHistoryEvent => ({
  type: 'FileRejectedByScan',
  data: { referralId: ID, fileId, reason: 'active-content', checkedAt: at },
});
const generated: ReferralHistoryEvent = {
  type: 'SubmissionPdfGenerated',
  data: { referralId: ID, fileId: 1, fileName: 'order.pdf', ...stored, generatedAt: at },
};

/** The referral before and after an event. */
const referralAt = (moment: Moment | undefined) =>
  ({ before: null, after: null, ...moment }) as { before: ReferralAsOf | null; after: ReferralAsOf | null };
const lastMoment = (...events: readonly ReferralHistoryEvent[]) =>
  referralAt(timelineOf(entriesOf([submitted], ...events.map((event) => [event] as const))).at(-1));

function filesAfter(...events: readonly ReferralHistoryEvent[]) {
  const facts = overviewFacts(lastMoment(...events).after!).filter(({ key }) => key.startsWith('files'));
  return Object.fromEntries(facts.map(({ label, value }) => [label, value]));
}

describe('The files of a referral as of a moment', () => {
  it('are the submission PDF and the accepted files; waiting and refused files are listed apart', () => {
    const events = [generated, uploaded(2, 'rx.pdf'), uploaded(3, 'script.pdf'), uploaded(4, 'late.pdf')];
    expect(filesAfter(...events, accepted(2), refused(3))).toEqual({
      Files: 'order.pdf, rx.pdf',
      'Files being checked': 'late.pdf',
      'Refused files': 'script.pdf',
    });
  });

  it('are none if all were refused', () => {
    expect(filesAfter(uploaded(2, 'script.pdf'), refused(2))).toMatchObject({
      Files: null,
      'Refused files': 'script.pdf',
    });
  });

  it('change from being checked to refused', () => {
    const moment = lastMoment(uploaded(2, 'script.pdf'), refused(2));
    expect(Object.fromEntries(changedFacts(moment.before, moment.after))).toEqual({
      'files/waiting': { from: 'script.pdf' },
      'files/refused': { from: null },
    });
  });
});

const changesOf = (index: number) => {
  const moments = timelineOf(entriesOf([submitted], [firstTaskOpened], [claimed], [stopped]));
  const { before, after } = referralAt(moments[index]);
  return Object.fromEntries(changedFacts(before, after));
};

describe('Changed facts', () => {
  it('are none at the submission, where everything is new', () => {
    expect(changesOf(0)).toEqual({});
  });

  it('include the previous value', () => {
    expect(changesOf(2)).toEqual({ 'task/263254123071844-1/assignee': { from: 'Nobody' } });
    expect(changesOf(3)).toEqual({
      status: { from: 'Pending Patient Creation' },
      'item/1/task': { from: 'Create Patient' },
      'item/1/stopped': { from: null },
    });
  });

  it('are found by fact names that are unique', () => {
    const { after } = lastMoment(firstTaskOpened);
    const keys = allFacts(after!).map(({ key }) => key);
    expect(new Set(keys).size).toBe(keys.length);
    expect(keys.length).toBeGreaterThan(30);
  });
});
