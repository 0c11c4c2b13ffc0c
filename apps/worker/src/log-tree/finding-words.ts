import type {
  AlteredPart,
  EventPlace,
  Finding,
  LogReport,
  OpenedCheckpoint,
  SignedBetween,
} from '@throughline/event-store';

type ChainFault = Extract<Finding, { readonly kind: 'chain' }>['reason'];

/** What was altered, in a sentence or two for an operator. */
export function wordsOfFinding(finding: Finding): string {
  switch (finding.kind) {
    case 'changed':
      return `${nameOf(finding.event)} was changed: ${partsIn(finding.parts)}.${elsewhere(finding)} ${whenOf(finding.signed)}`;
    case 'forged':
      return `${nameOf(finding.event)} is not the one that was signed: it was changed together with its entry in the tree. ${whenOf(finding.signed)}`;
    case 'removed':
      return `${nameOf(finding.event)} was removed. ${whenOf(finding.signed)}`;
    case 'inserted':
      return `${nameOf(finding.event)} was put between events that were signed, and is not among them.`;
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
      return `The log ends after ${finding.events} events: ${finding.size} were signed, and the entries that would name the others are missing.`;
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

const nameOf = ({ stream, revision, type, position }: EventPlace): string =>
  `Event ${revision} of ${stream} (${type}) at position ${position}`;

const PARTS: Readonly<Record<AlteredPart, string>> = {
  ...{ stream: 'its stream', revision: 'its revision', type: 'its type', position: 'its position', data: 'its data' },
  metadata: 'its metadata (who, when, by which command)',
  id: 'the id under which the engine holds it',
  time: 'the time at which the engine recorded it',
};

const partsIn = (parts: readonly AlteredPart[]): string => parts.map((part) => PARTS[part]).join(', ');

function elsewhere({ event, found }: Extract<Finding, { readonly kind: 'changed' }>): string {
  const isSame = event.stream === found.stream && event.revision === found.revision;
  return isSame ? '' : ` Now event ${found.revision} of ${found.stream} stands there.`;
}

function whenOf({ after, by }: SignedBetween): string {
  if (!by) return '';
  const since = after ? `after ${checkpointIn(after)}` : 'before the first checkpoint';
  return `It was recorded ${since}, and ${checkpointIn(by)} has it as it was: it was altered later.`;
}

const checkpointIn = ({ at, size }: OpenedCheckpoint): string => `the checkpoint of ${momentOf(at)} (${size} entries)`;

const momentOf = (at: Date): string => at.toISOString().replace('T', ' ').replace('.000Z', ' UTC');

/** What still holds, whatever was altered. */
export function wordsOfReport({ events, streams, unsigned, provenEvents, proven }: LogReport): string {
  const read = `${events} events in ${streams} streams were read.`;
  const isProven = proven
    ? `Proven: ${provenEvents} of ${proven.size} events are as they were when ${checkpointIn(proven)} was signed for ${proven.origin}.`
    : 'Nothing is proven by a signature: there is no checkpoint that belongs to these events.';
  const rest =
    unsigned === 0 ? '' : ` ${unsigned} newer events have no checkpoint yet: their chains alone were verified.`;
  return `${read} ${isProven}${rest}`;
}
