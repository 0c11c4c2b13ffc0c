import { describe, expect, it } from '@jest/globals';
import { type EvidenceCommand, evidenceDecider, evidenceProgressDecider } from '@throughline/domain';
import { project } from '../testing/project.js';
import { Story } from '../testing/story.js';
import { evidenceExportProjection } from './evidence-export.js';

const at = '2026-11-30T21:00:00.000Z';
const one = { referralId: '1', exportId: 'e-1' };
const file = { storageName: 'secret', size: 9_000, sha256: 'ab', lastEvent: 70, exportedAt: at };
const count = { events: 20, viewings: 30, unsignedEvents: 1, unsignedViewings: 2 };

const begin: EvidenceCommand = {
  type: 'RequestEvidence',
  data: { ...one, hasPersonalData: true, reason: 'For the court', requestedAt: at },
};
const record: EvidenceCommand = { type: 'RecordEvidence', data: { ...one, ...file, count } };
const remove: EvidenceCommand = { type: 'RemoveEvidence', data: { ...one, removedAt: '2026-12-01T21:00:00.000Z' } };

function storyOf(...commands: readonly EvidenceCommand[]): Story {
  const story = new Story().execute(evidenceDecider, '1', begin);
  const data = { ...one, written: 5, all: 50 };
  story.execute(evidenceProgressDecider, '1', { type: 'ReportEvidenceProgress', data });
  for (const command of commands) story.execute(evidenceDecider, '1', command);
  return story;
}
const projected = (story: Story) => project(evidenceExportProjection, story.events);
const exportAfter = (...commands: readonly EvidenceCommand[]) => projected(storyOf(...commands)).rows.get('e-1');

describe('Exports of evidence', () => {
  it('run from their request on, and have their progress', () => {
    expect(exportAfter()).toMatchObject({
      export_id: 'e-1',
      referral_id: '1',
      status: 'running',
      expires_at: null,
      export: { hasPersonalData: true, written: 5, all: 50, requester: { userId: 'ana' } },
    });
  });

  it.each<readonly [string, readonly EvidenceCommand[], object]>([
    ['exported', [record], { count, size: 9_000, sha256: 'ab', endedAt: at, expiresAt: '2026-12-01T21:00:00.000Z' }],
    ['failed', [{ type: 'FailEvidence', data: { ...one, reason: 'Altered.', failedAt: at } }], { reason: 'Altered.' }],
    ['canceled', [{ type: 'CancelEvidence', data: { ...one, canceledAt: at } }], { endedAt: at }],
    ['removed', [record, remove], { count }],
  ])('are %s', (status, commands, facts) => {
    expect(exportAfter(...commands)).toMatchObject({ status, export: { status, ...facts } });
  });

  it('are rows of their own, so that an earlier one can still be downloaded and removed', () => {
    const story = storyOf(record);
    const next = { ...one, exportId: 'e-2', hasPersonalData: false, reason: 'For the plan', requestedAt: at };
    story.execute(evidenceDecider, '1', { type: 'RequestEvidence', data: next });
    const { rows } = projected(story);
    expect([...rows.values()].map(({ export_id, status }) => [export_id, status])).toEqual([
      ['e-1', 'exported'],
      ['e-2', 'running'],
    ]);
  });

  it('omit why they were asked for, and where the file is', () => {
    expect(JSON.stringify(exportAfter(record))).not.toMatch(/secret|court/);
  });

  it('announce each event to the audit, and progress to their own page alone', () => {
    const topics = projected(storyOf(record)).feed.map(({ topic }) => topic);
    expect(topics.filter((topic) => topic === 'evidence:1')).toHaveLength(3);
    expect(topics.filter((topic) => topic === 'referral-history:1')).toHaveLength(2);
  });
});
