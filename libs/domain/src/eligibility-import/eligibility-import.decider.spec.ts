import { describe, it } from '@jest/globals';
import { given } from '../kernel/given.testing.js';
import type { EligibilityImportCommand } from './eligibility-import.commands.js';
import { eligibilityImportDecider } from './eligibility-import.decider.js';
import type { EligibilityImportEvent } from './eligibility-import.events.js';

const importId = 'i';
const at = '2026-11-21T12:00:00.000Z';
const file = {
  importId,
  fileName: 'members.csv',
  programme: null,
  storageName: 's',
  size: 12,
  uploadedAt: at,
  reason: 'New year',
} as const;
const count = { rows: 5, registered: 3, known: 1, bad: 1 };
const faults = [{ line: 4, fault: 'DOB is invalid.' }];

const upload: EligibilityImportCommand = { type: 'ImportMembers', data: file };
const report: EligibilityImportCommand = { type: 'ReportImportProgress', data: { importId, count } };
const finish: EligibilityImportCommand = { type: 'FinishImport', data: { importId, count, faults, at } };
const fail: EligibilityImportCommand = { type: 'FailImport', data: { importId, reason: 'No CSV.', at } };
const cancel: EligibilityImportCommand = { type: 'CancelImport', data: { importId, reason: 'Wrong file', at } };

const uploaded: EligibilityImportEvent = { type: 'MembersFileUploaded', data: file };
const progressed: EligibilityImportEvent = { type: 'MembersImportProgressed', data: { importId, count } };
const finished: EligibilityImportEvent = {
  type: 'MembersImportFinished',
  data: { importId, count, faults, finishedAt: at },
};
const failed: EligibilityImportEvent = {
  type: 'MembersImportFailed',
  data: { importId, reason: 'No CSV.', failedAt: at },
};
const canceled: EligibilityImportEvent = {
  type: 'MembersImportCanceled',
  data: { importId, canceledAt: at, reason: 'Wrong file', fileName: 'members.csv' },
};

const after = (...events: EligibilityImportEvent[]) => given(eligibilityImportDecider, events);

describe('An import of eligible members', () => {
  it('begins with its file, once', () => {
    after().when(upload).then([uploaded]);
    after(uploaded).when(upload).thenNothing();
  });

  it('reports progress, when there is some', () => {
    after(uploaded).when(report).then([progressed]);
    after(uploaded, progressed).when(report).thenNothing();
  });

  it('ends in one of three ways', () => {
    after(uploaded, progressed).when(finish).then([finished]);
    after(uploaded).when(fail).then([failed]);
    after(uploaded, progressed).when(cancel).then([canceled]);
  });

  it.each([finished, failed, canceled])('that has ended stays as it is: %j', (end) => {
    for (const command of [upload, finish, fail]) after(uploaded, end).when(command).thenNothing();
    after(uploaded, end).when(cancel).thenRejected('eligibility-import/not-running');
  });

  it.each([finished, failed])('that has ended reports no progress: %j', (end) => {
    after(uploaded, end).when(report).thenNothing();
  });

  it('that was canceled reports once what was imported until then', () => {
    after(uploaded, canceled).when(report).then([progressed]);
    after(uploaded, canceled, progressed).when(report).thenNothing();
    after(uploaded, canceled, progressed).when(finish).thenNothing();
  });

  it('that does not exist cannot be canceled', () => {
    after().when(cancel).thenRejected('eligibility-import/not-found');
    after().when(report).thenNothing();
  });
});
