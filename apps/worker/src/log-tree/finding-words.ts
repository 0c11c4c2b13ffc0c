import type {
  AlteredPart,
  EventsReport,
  Finding,
  LogReport,
  OpenedCheckpoint,
  ProvenEntry,
  RecordPlace,
  SignedBetween,
  WitnessState,
} from '@throughline/event-store';

import type { FileFinding, FilesReport } from './verify-files.js';

type ChainFault = Extract<Finding, { readonly kind: 'chain' }>['reason'];

type Noun = LogReport['noun'];

/** What was altered in a log of events or of viewings, in a sentence or two for an operator. */
export function wordsOfFinding(finding: Finding, noun: Noun): string {
  const nameOf = (record: RecordPlace) => nameOfRecord(record, noun);
  switch (finding.kind) {
    case 'changed':
      return `${nameOf(finding.record)} was changed: ${partsIn(finding.parts, noun)}.${elsewhere(finding, noun)} ${whenOf(finding.signed)}`;
    case 'forged':
      return `${nameOf(finding.record)} is not the one that was signed: it was changed together with its entry in the tree. ${whenOf(finding.signed)}`;
    case 'removed':
      return `${nameOf(finding.record)} was removed. ${whenOf(finding.signed)}`;
    case 'inserted':
      return `${nameOf(finding.record)} was put between ${noun}s that were signed, and is not among them.`;
    case 'chain':
      return `The chain of ${finding.event.stream} is broken at event ${finding.event.revision} (${finding.event.type}) at position ${finding.event.position}: ${CHAIN[finding.reason]}.`;
    case 'head':
      return `The projector has seen event ${finding.seen.revision} of ${finding.stream} at position ${finding.seen.position}: ${HEAD[finding.reason]}.`;
    case 'bad-checkpoint':
      return `A checkpoint in ${finding.path} proves nothing: ${finding.reason}.`;
    case 'other-root':
      return `The entries do not have the root of ${checkpointIn(finding.checkpoint)}. What was altered lies ${
        finding.since ? `after ${checkpointIn(finding.since)}, whose root they have` : 'anywhere before it'
      }.`;
    case 'tree-shorter':
      return `The tree ends at ${finding.size} entries: ${checkpointIn(finding.checkpoint)}, which was kept elsewhere, has more.`;
    case 'log-shorter':
      return `The log ends after ${finding.records} ${noun}s: ${finding.size} were signed, and the entries that would name the others are missing.`;
    case 'bad-tile':
      return `The file ${finding.path} of the tree is missing or was changed.`;
  }
}

const CHAIN: Readonly<Record<ChainFault, string>> = {
  changed: 'it does not follow from the event before it',
  missing: 'events before it are missing',
  reordered: 'its place in the stream is not the one that its revision says',
  cut: 'what followed it is missing',
  rewritten: 'it is another event than the one that was seen',
};

const HEAD: Readonly<Record<ChainFault, string>> = {
  ...CHAIN,
  cut: 'the log does not have it any more',
  rewritten: 'the log has another one there',
  reordered: 'the log has it at another position',
};

const nameOfRecord = ({ stream, revision, type, position }: RecordPlace, noun: Noun): string =>
  `${NOUNS[noun]} ${revision} of ${stream} (${type}) at position ${position}`;

const NOUNS: Readonly<Record<Noun, string>> = { event: 'Event', viewing: 'Viewing' };

const PLACE = { stream: 'its stream', revision: 'its revision', position: 'its position' };

const PARTS: Readonly<Record<Noun, Readonly<Record<AlteredPart, string>>>> = {
  event: {
    ...PLACE,
    type: 'its type',
    data: 'its data',
    metadata: 'its metadata (who, when, by which command)',
    id: 'the id under which the engine holds it',
    time: 'the time at which the engine recorded it',
  },
  viewing: {
    ...PLACE,
    type: 'the screen',
    data: 'what was shown',
    metadata: 'who saw it',
    time: 'the time',
    id: 'which live rows belong to it',
  },
};

const partsIn = (parts: readonly AlteredPart[], noun: Noun): string =>
  parts.map((part) => PARTS[noun][part]).join(', ');

function elsewhere({ record, found }: Extract<Finding, { readonly kind: 'changed' }>, noun: Noun): string {
  const isSame = record.stream === found.stream && record.revision === found.revision;
  return isSame ? '' : ` Now ${noun} ${found.revision} of ${found.stream} stands there.`;
}

function whenOf({ after, by }: SignedBetween): string {
  if (!by) return '';
  const since = after ? `after ${checkpointIn(after)}` : 'before the first checkpoint';
  return `It was recorded ${since}, and ${checkpointIn(by)} has it as it was: it was altered later.`;
}

const checkpointIn = ({ at, size }: OpenedCheckpoint): string => `the checkpoint of ${momentOf(at)} (${size} entries)`;

export const momentOf = (at: Date): string =>
  at
    .toISOString()
    .replace('T', ' ')
    .replace(/\.\d+Z$/, ' UTC');

/** A report on events also says in how many streams they are, unless a part of them was verified before. */
type AnyReport = LogReport & Partial<Pick<EventsReport, 'streams'>>;

/** What still holds, whatever was altered. */
export function wordsOfReport({ noun, records, unsigned, provenRecords, proven, streams: count }: AnyReport): string {
  const streams = count === undefined ? '' : ` in ${count} streams`;
  const isProven = proven
    ? `Proven: ${provenRecords} of ${proven.size} ${noun}s are as they were when ${checkpointIn(proven)} was signed for ${proven.origin}.`
    : `Nothing is proven by a signature: there is no checkpoint that belongs to these ${noun}s.`;
  const alone = noun === 'event' ? 'their chains alone were verified' : 'nothing verifies them';
  const rest = unsigned === 0 ? '' : ` ${unsigned} newer ${noun}s have no checkpoint yet: ${alone}.`;
  return `${records} ${noun}s${streams} were read. ${isProven}${rest}`;
}

export const wordsOfFile = ({ found, referralId, fileId, fileName, position }: FileFinding): string =>
  `File ${fileId} of ${referralId} (${fileName}) ${found === 'missing' ? 'is not in the file store' : 'was changed in the file store'}: the event at position ${position} recorded it.`;

export function wordsOfFiles({ count, findings }: FilesReport): string {
  return `Files as they were when they were stored: ${count - findings.length} of ${count}.`;
}

interface WitnessWords {
  readonly name: string;
  readonly noun: Noun;
  readonly checkpoint: OpenedCheckpoint | undefined;
  readonly failure: WitnessState['failure'] | undefined;
}

/** What a witness has cosigned, as the folder of the tree has it, and why it cosigns nothing any more. */
export function wordsOfWitness({ name, noun, checkpoint, failure }: WitnessWords): string {
  const has = checkpoint ? `has cosigned ${checkpointIn(checkpoint)}` : 'has cosigned no checkpoint that is kept here';
  return `${name} ${has} of the ${noun}s.${failure ? ` Since ${momentOf(new Date(failure.since))} it has not: ${failure.words}` : ''}`;
}

/** What a proof of one entry proves. */
export function wordsOfProof({ entry, index, checkpoint }: ProvenEntry, noun: Noun): string {
  const recorded = new Date(entry.recordedMicros / 1_000).toISOString().replace('T', ' ').replace('Z', ' UTC');
  const place = `entry ${index} of ${checkpoint.origin} as ${checkpointIn(checkpoint)} has it`;
  const [data, metadata] = noun === 'event' ? ['data', 'metadata'] : ['what was shown', 'who saw it'];
  return `Proven: ${nameOfRecord(entry, noun)}, recorded ${recorded}, is ${place}. SHA-256 with its salt: ${data} ${entry.dataHash}, ${metadata} ${entry.metadataHash}.`;
}

/** Sentences that are printed; the number of the others is. */
const MAX_SENTENCES = 1_000;

/** A sentence for each of many findings, and how many of each kind there are in all if that is too many. */
export function sentencesOf<Found>(
  findings: readonly Found[],
  wordsOf: (finding: Found) => string,
  kindOf: (finding: Found) => string,
): readonly string[] {
  const sentences = findings.slice(0, MAX_SENTENCES).map(wordsOf);
  if (findings.length <= MAX_SENTENCES) return sentences;
  const counts = new Map<string, number>();
  for (const kind of findings.map(kindOf)) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  const kinds = [...counts].map(([kind, count]) => `${count} ${kind}`).join(', ');
  return [...sentences, `… and ${findings.length - MAX_SENTENCES} more. In all: ${kinds}.`];
}
