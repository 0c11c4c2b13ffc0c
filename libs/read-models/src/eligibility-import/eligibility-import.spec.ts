import { describe, expect, it } from '@jest/globals';
import { eligibilityImportDecider, type EligibilityImportCommand } from '@throughline/domain';
import { project } from '../testing/project.js';
import { Story } from '../testing/story.js';
import { eligibilityImportProjection } from './eligibility-import.js';

const at = '2026-11-21T12:00:00.000Z';
const count = { rows: 9, registered: 7, known: 1, bad: 1 };
const faults = [{ line: 3, fault: 'DOB is invalid.' }];
const file = {
  fileName: 'members.csv',
  programme: null,
  storageName: 'secret',
  size: 12,
  uploadedAt: at,
  reason: 'New',
};

function importOf(...commands: ((importId: string) => EligibilityImportCommand)[]) {
  const story = new Story().execute(eligibilityImportDecider, 'i', {
    type: 'ImportMembers',
    data: { importId: 'i', ...file },
  });
  for (const command of commands) story.execute(eligibilityImportDecider, 'i', command('i'));
  return project(eligibilityImportProjection, story.events).rows.get('i');
}
const report = (importId: string) => ({ type: 'ReportImportProgress', data: { importId, count } }) as const;

describe('Imports of eligible members', () => {
  it('are running from their upload on, and have their progress', () => {
    expect(importOf(report)).toMatchObject({
      import_id: 'i',
      status: 'running',
      import: { count, endedAt: null, uploader: { userId: 'ana' } },
    });
  });

  it.each([
    ['finished', { count, faults }],
    ['failed', { reason: 'No CSV.' }],
    ['canceled', { endedAt: at }],
  ] as const)('are %s', (status, feed) => {
    const ends = {
      finished: (importId: string) => ({ type: 'FinishImport', data: { importId, count, faults, at } }) as const,
      failed: (importId: string) => ({ type: 'FailImport', data: { importId, reason: 'No CSV.', at } }) as const,
      canceled: (importId: string) => ({ type: 'CancelImport', data: { importId, reason: 'Wrong', at } }) as const,
    };
    expect(importOf(report, ends[status])).toMatchObject({ status, import: { status, endedAt: at, ...feed } });
  });

  it('omit the location of the file', () => {
    expect(JSON.stringify(importOf(report))).not.toContain('secret');
  });
});
