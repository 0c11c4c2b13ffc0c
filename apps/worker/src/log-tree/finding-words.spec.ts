import { describe, expect, it } from '@jest/globals';
import type { Finding, OpenedCheckpoint } from '@throughline/event-store';
import { wordsOfFinding, wordsOfProof, wordsOfReport } from './finding-words.js';

const checkpoint = (size: number, minute: number): OpenedCheckpoint => ({
  origin: 'portal.example/log',
  size,
  root: '',
  at: new Date(Date.UTC(2026, 2, 3, 9, minute)),
});
const event = { stream: 'itemTask-1', revision: 2, type: 'ItemsStopped', position: 7 };
const signed = { after: checkpoint(5, 0), by: checkpoint(9, 1) };
const WHEN =
  'It was recorded after the checkpoint of 2026-03-03 09:00:00 UTC (5 entries), and the checkpoint of 2026-03-03 09:01:00 UTC (9 entries) has it as it was: it was altered later.';
const EVENT = 'Event 2 of itemTask-1 (ItemsStopped) at position 7';

const examples: readonly (readonly [Finding, string])[] = [
  [
    { kind: 'changed', record: event, found: event, parts: ['data', 'time'], signed },
    `${EVENT} was changed: its data, the time at which the engine recorded it. ${WHEN}`,
  ],
  [
    {
      kind: 'changed',
      record: event,
      found: { ...event, stream: 'note-1' },
      parts: ['stream'],
      signed: { ...signed, after: undefined },
    },
    `${EVENT} was changed: its stream. Now event 2 of note-1 stands there. It was recorded before the first checkpoint, and the checkpoint of 2026-03-03 09:01:00 UTC (9 entries) has it as it was: it was altered later.`,
  ],
  [
    { kind: 'forged', record: event, signed },
    `${EVENT} is not the one that was signed: it was changed together with its entry in the tree. ${WHEN}`,
  ],
  [{ kind: 'removed', record: event, signed }, `${EVENT} was removed. ${WHEN}`],
  [
    { kind: 'inserted', record: event, signed },
    `${EVENT} was put between events that were signed, and is not among them.`,
  ],
  [
    { kind: 'chain', event, reason: 'changed' },
    'The chain of itemTask-1 is broken at event 2 (ItemsStopped) at position 7: it does not follow from the event before it.',
  ],
  [
    { kind: 'head', stream: 'itemTask-1', seen: { revision: 3, position: 8, hash: '' }, reason: 'cut' },
    'The projector has seen event 3 of itemTask-1 at position 8: the log does not have it any more.',
  ],
  [
    { kind: 'bad-checkpoint', path: 'checkpoints/2026-03-03', reason: 'No known key has signed the note' },
    'A checkpoint in checkpoints/2026-03-03 proves nothing: No known key has signed the note.',
  ],
  [
    { kind: 'other-root', checkpoint: checkpoint(9, 1), since: checkpoint(5, 0) },
    'The entries do not have the root of the checkpoint of 2026-03-03 09:01:00 UTC (9 entries). What was altered lies after the checkpoint of 2026-03-03 09:00:00 UTC (5 entries), whose root they have.',
  ],
  [
    { kind: 'other-root', checkpoint: checkpoint(9, 1), since: undefined },
    'The entries do not have the root of the checkpoint of 2026-03-03 09:01:00 UTC (9 entries). What was altered lies anywhere before it.',
  ],
  [
    { kind: 'tree-shorter', checkpoint: checkpoint(9, 1), size: 5 },
    'The tree ends at 5 entries: the checkpoint of 2026-03-03 09:01:00 UTC (9 entries), which was kept elsewhere, has more.',
  ],
  [
    { kind: 'log-shorter', records: 5, size: 9 },
    'The log ends after 5 events: 9 were signed, and the entries that would name the others are missing.',
  ],
  [{ kind: 'bad-tile', path: 'tile/0/000' }, 'The file tile/0/000 of the tree is missing or was changed.'],
];

describe('What was altered', () => {
  it.each(examples)('is said in words: %#', (finding, words) => expect(wordsOfFinding(finding, 'event')).toBe(words));

  it('leaves what is still proven', () => {
    const signed = { unsigned: 2, provenRecords: 4, proven: checkpoint(5, 0), findings: [] };
    const report = { noun: 'event', records: 10, ...signed } as const;
    expect(wordsOfReport({ ...report, streams: 3 })).toBe(
      '10 events in 3 streams were read. Proven: 4 of 5 events are as they were when the checkpoint of 2026-03-03 09:00:00 UTC (5 entries) was signed for portal.example/log. 2 newer events have no checkpoint yet: their chains alone were verified.',
    );
  });

  it('is said of viewings in their words', () => {
    const viewing = { stream: 'access_log', revision: 17, type: 'Referral', position: 34 };
    const changed = { kind: 'changed', record: viewing, found: viewing, parts: ['data', 'metadata'], signed } as const;
    expect(wordsOfFinding(changed, 'viewing')).toBe(
      `Viewing 17 of access_log (Referral) at position 34 was changed: what was shown, who saw it. ${WHEN}`,
    );
    expect(wordsOfFinding({ kind: 'inserted', record: viewing, signed }, 'viewing')).toBe(
      'Viewing 17 of access_log (Referral) at position 34 was put between viewings that were signed, and is not among them.',
    );
    const proven = { unsigned: 2, provenRecords: 5, proven: checkpoint(5, 0), findings: [] };
    expect(wordsOfReport({ noun: 'viewing', records: 7, ...proven })).toBe(
      '7 viewings were read. Proven: 5 of 5 viewings are as they were when the checkpoint of 2026-03-03 09:00:00 UTC (5 entries) was signed for portal.example/log. 2 newer viewings have no checkpoint yet: nothing verifies them.',
    );
  });

  it('is said of one entry that is proven', () => {
    const entry = {
      ...event,
      storedId: 'e',
      recordedMicros: 1_772_528_400_123_456,
      dataHash: 'D=',
      metadataHash: 'M=',
    };
    expect(wordsOfProof({ entry, text: '', index: 4, checkpoint: checkpoint(9, 1) }, 'event')).toBe(
      `Proven: ${EVENT}, recorded 2026-03-03 09:00:00.123 UTC, is entry 4 of portal.example/log as the checkpoint of 2026-03-03 09:01:00 UTC (9 entries) has it. SHA-256 with its salt: data D=, metadata M=.`,
    );
  });
});
