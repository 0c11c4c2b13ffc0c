import { describe, expect, it } from '@jest/globals';
import { A_RECERTIFICATION } from '../audit/recertification.testing.js';
import { A_HISTORY } from '../audit/history.testing.js';
import { evolveCase, type CaseAsOf } from '../audit/event-circumstances.js';
import { given } from '../kernel/given.testing.js';
import { now } from '../kernel/words.js';
import { inTheAudit } from '../kernel/words.testing.js';
import {
  dataInWords,
  EVIDENCE_WORDS,
  type EvidenceCommand,
  evidenceDecider,
  type EvidenceEvent,
  evidenceProgressDecider,
  type EvidenceProgressed,
  type RecordEvidence,
} from './evidence.js';

const at = '2026-11-30T21:00:00.000Z';
const expiresAt = '2026-12-01T21:00:00.000Z';
const one = { referralId: '1', exportId: 'e-1' };
const other = { referralId: '1', exportId: 'e-2' };
const asked = { ...one, hasPersonalData: true, reason: 'For the court', requestedAt: at };
const count = { events: 20, viewings: 30, unsignedEvents: 1, unsignedViewings: 2 };
const file: RecordEvidence['data'] = {
  ...one,
  storageName: 's',
  size: 9_000,
  sha256: 'ab',
  count,
  lastEvent: 70,
  exportedAt: at,
};

const request: EvidenceCommand = { type: 'RequestEvidence', data: asked };
const record: EvidenceCommand = { type: 'RecordEvidence', data: file };
const fail: EvidenceCommand = { type: 'FailEvidence', data: { ...one, reason: 'Altered.', failedAt: at } };
const cancel: EvidenceCommand = { type: 'CancelEvidence', data: { ...one, canceledAt: at } };
const remove = (removedAt: string): EvidenceCommand => ({ type: 'RemoveEvidence', data: { ...one, removedAt } });

const requested: EvidenceEvent = { type: 'EvidenceRequested', data: asked };
const exported: EvidenceEvent = { type: 'EvidenceExported', data: { ...file, expiresAt } };
const failed: EvidenceEvent = { type: 'EvidenceExportFailed', data: { ...one, reason: 'Altered.', failedAt: at } };
const canceled: EvidenceEvent = { type: 'EvidenceExportCanceled', data: { ...one, canceledAt: at } };
const removed: EvidenceEvent = { type: 'EvidenceRemoved', data: { ...one, removedAt: expiresAt } };
const ENDS = [exported, failed, canceled];

const after = (...events: EvidenceEvent[]) => given(evidenceDecider, events);

describe('An export of evidence', () => {
  it('begins once', () => {
    after().when(request).then([requested]);
    after(requested).when(request).thenNothing();
    after(requested, exported).when(request).thenNothing();
  });

  it('is the only one of its case that runs', () => {
    const another: EvidenceCommand = { type: 'RequestEvidence', data: { ...asked, ...other, hasPersonalData: false } };
    after(requested).when(another).thenNothing();
    for (const end of ENDS)
      after(requested, end)
        .when(another)
        .then([{ type: 'EvidenceRequested', data: another.data }]);
  });

  it('ends in one of three ways, and is kept for a day', () => {
    after(requested).when(record).then([exported]);
    after(requested).when(fail).then([failed]);
    after(requested).when(cancel).then([canceled]);
  });

  it.each(ENDS)('that has ended stays as it is: %j', (end) => {
    for (const command of [record, fail]) after(requested, end).when(command).thenNothing();
    after(requested, end).when(cancel).thenRejected('evidence/not-running');
  });

  it('that was never asked for is neither recorded nor canceled', () => {
    for (const command of [record, fail, remove(expiresAt)]) after().when(command).thenNothing();
    after().when(cancel).thenRejected('evidence/not-found');
  });

  it('is removed once, and not before its day is over', () => {
    after(requested, exported).when(remove('2026-12-01T20:59:59.999Z')).thenNothing();
    after(requested, exported).when(remove(expiresAt)).then([removed]);
    after(requested, exported, removed).when(remove(expiresAt)).thenNothing();
    for (const end of [failed, canceled]) after(requested, end).when(remove(expiresAt)).thenNothing();
  });

  it('changes nothing of the case that it is of', () => {
    for (const history of [A_HISTORY, A_RECERTIFICATION]) {
      const before = history.reduce<CaseAsOf | null>(evolveCase, null);
      for (const event of [requested, ...ENDS, removed]) expect(evolveCase(before, event)).toEqual(before);
    }
  });

  it('without personal data says so', () => {
    expect(dataInWords(false)).toBe('without personal data');
  });

  inTheAudit(EVIDENCE_WORDS, {
    EvidenceRequested: [
      asked,
      'Gus Orr began an export of the evidence, with personal data',
      now('Reason', 'For the court'),
    ],
    EvidenceExported: [
      { ...file, expiresAt },
      'The evidence was exported',
      now('Events', '20'),
      now('Viewings', '30'),
      now('SHA-256', 'ab'),
    ],
    EvidenceExportFailed: [failed.data as never, 'The evidence could not be exported', now('Reason', 'Altered.')],
    EvidenceExportCanceled: [canceled.data as never, 'Gus Orr canceled the export of the evidence'],
    EvidenceRemoved: [removed.data as never, 'The exported evidence was removed after a day'],
  });
});

describe('The progress of an export', () => {
  const progressed = (exportId: string, written: number): EvidenceProgressed => ({
    type: 'EvidenceProgressed',
    data: { referralId: '1', exportId, written, all: 100 },
  });
  const report = (exportId: string, written: number) => ({
    type: 'ReportEvidenceProgress' as const,
    data: progressed(exportId, written).data,
  });

  it('is reported when there is some, and begins anew with the next export', () => {
    given(evidenceProgressDecider, [])
      .when(report('e-1', 0))
      .then([progressed('e-1', 0)]);
    given(evidenceProgressDecider, [progressed('e-1', 50)])
      .when(report('e-1', 51))
      .then([progressed('e-1', 51)]);
    for (const written of [50, 49])
      given(evidenceProgressDecider, [progressed('e-1', 50)])
        .when(report('e-1', written))
        .thenNothing();
    given(evidenceProgressDecider, [progressed('e-1', 50)])
      .when(report('e-2', 0))
      .then([progressed('e-2', 0)]);
  });
});
