import { EVIDENCE_KEPT_MS, evidenceDecider, evidenceProgressDecider } from '@throughline/domain';
import fc from 'fast-check';
import { caseId, commandsTo, type Step, which } from './random-steps.js';

const toEvidence = commandsTo(evidenceDecider);
const toProgress = commandsTo(evidenceProgressDecider);

const aFile = { storageName: 'random', size: 9_000, sha256: 'ab', lastEvent: 1 };
const count = { events: 1, viewings: 2, unsignedEvents: 0, unsignedViewings: 1 };

/** Exports of evidence. */
export const ofEvidence: fc.Arbitrary<Step> = fc
  .record({ id: caseId, n: which, written: fc.nat(9), hasPersonalData: fc.boolean() })
  .chain(({ id, n, written, hasPersonalData }) => {
    const one = { referralId: id, exportId: `${id}-e${n}` };
    return fc.constantFrom(
      toEvidence(id, (requestedAt) => ({
        type: 'RequestEvidence',
        data: { ...one, hasPersonalData, reason: 'For the court', requestedAt },
      })),
      toProgress(id, () => ({ type: 'ReportEvidenceProgress', data: { ...one, written, all: 9 } })),
      toEvidence(id, (exportedAt) => ({ type: 'RecordEvidence', data: { ...one, ...aFile, count, exportedAt } })),
      toEvidence(id, (failedAt) => ({ type: 'FailEvidence', data: { ...one, reason: 'Altered.', failedAt } })),
      toEvidence(id, (canceledAt) => ({ type: 'CancelEvidence', data: { ...one, canceledAt } })),
      toEvidence(id, (now) => ({
        type: 'RemoveEvidence',
        data: { ...one, removedAt: new Date(Date.parse(now) + EVIDENCE_KEPT_MS).toISOString() },
      })),
    );
  });
