import { createHash } from 'node:crypto';
import type { UploadAnswer } from '@throughline/contracts';
import { type FileEvent, namesAPerson, type Recorded } from '@throughline/domain';
import type { Answer } from '../client.js';
import { type Paperwork, type Recertifying, type Verb, verbOf, type Work } from '../plan.js';
import { pdfOf, type SentCommand } from '../work.js';
import { groupBy } from './chains.js';

/** Commands that may write nothing, because another person may have done the same before, or the notes do not exist yet. */
const MAY_CHANGE_NOTHING: readonly (Verb | Paperwork | Recertifying)[] = [
  'claim',
  'release',
  'move',
  'stop',
  'cancel',
  'notes-read',
  'correction',
  'undo',
  'take-up',
];

/**
 * Acknowledged commands are in the log, at the returned position and under their Idempotency-Key; refused ones are not. A key has one
 * answer, and has led to one decision in one stream. After a use that was broken off, a refusal that names a person is decided again (decision 161).
 */
export function checkAcknowledged(asked: readonly SentCommand[], events: readonly Recorded[]): readonly string[] {
  const byCommand = groupBy(events, ({ metadata }) => metadata.commandId);
  const positions = new Set<number | null>(events.map(({ position }) => position));
  const isInLog = (position: number | null) => positions.has(position);
  return asked.flatMap((one) => {
    const written = byCommand.get(one.work.key) ?? [];
    return [
      ...unexpected(one),
      ...sameAnswers(one),
      ...oneDecision(one, written),
      ...one.answers.flatMap((answer) => (answer === null ? [] : holds(one, answer, written, isInLog))),
    ];
  });
}

const nameOf = ({ path, work }: SentCommand): string => `${path} under ${work.key}`;

function unexpected(one: SentCommand): string[] {
  const odd = one.answers.filter((answer) => answer !== null && answer.status >= 400 && answer.status !== 409);
  return odd.map((answer) => `${nameOf(one)} was answered with ${answer?.status} ${answer?.code}`);
}

function sameAnswers(one: SentCommand): string[] {
  const [first, second] = one.answers;
  if (!first || !second || isDecidedAgain(first) || [first, second].some(isUndone)) return [];
  const same = JSON.stringify(first) === JSON.stringify(second);
  return same ? [] : [`${nameOf(one)} has two answers: ${JSON.stringify(first)} and ${JSON.stringify(second)}`];
}

const isDecidedAgain = ({ status, code }: Answer) => status === 409 && namesAPerson(code ?? '');

/** Another person has changed the effect of the command between its two answers. */
const isUndone = ({ status, code }: Answer) => status === 409 && code === 'request/changed-since';

function oneDecision(one: SentCommand, written: readonly Recorded[]): string[] {
  const streams = new Set(written.map(({ stream }) => stream));
  const revisions = written.map(({ revision }) => revision);
  const inOneGo = revisions.every((revision, index) => revision === (revisions[0] ?? 0) + index);
  const ids = new Set(written.map(({ metadata }) => metadata.eventId));
  if (streams.size <= 1 && inOneGo && ids.size === written.length) return [];
  return [`${nameOf(one)} was carried out more than once: ${written.map(({ position }) => position).join(', ')}`];
}

function holds(
  one: SentCommand,
  answer: Answer,
  written: readonly Recorded[],
  isInLog: (position: number | null) => boolean,
): string[] {
  const { work } = one;
  if (isUndone(answer)) return [];
  if (answer.status === 409) {
    return written.length === 0 ? [] : [`${nameOf(one)} was refused and carried out all the same`];
  }
  if (answer.status >= 400) return [];
  if (written.length === 0) {
    const idle = MAY_CHANGE_NOTHING.some((what) => what === verbOf(work));
    // A command that wrote nothing is answered with the position of the log's end.
    return idle && isInLog(answer.position)
      ? []
      : [`${nameOf(one)} was acknowledged at ${answer.position} and is not in the log`];
  }
  if (written.at(-1)?.position !== answer.position) {
    return [`${nameOf(one)} was acknowledged at ${answer.position} and stands at ${written.at(-1)?.position}`];
  }
  if (work.kind === 'upload') return isThisFile(one, answer, written[0] as Recorded<FileEvent>);
  const told = streamTold(work, answer);
  return told === null || told === written[0]?.stream
    ? []
    : [`${nameOf(one)} was told ${told} and is ${written[0]?.stream}`];
}

/** The stream that the answer names; null: none. */
function streamTold(work: Work, { data }: Answer): string | null {
  if (work.kind === 'order' || work.kind === 'reward') return `referral-${String(data)}`;
  if (work.kind !== 'recertification' || work.verb !== 'open') return null;
  return `recertification-${(data as { readonly taskId: string }).taskId.replace(/-1$/, '')}`;
}

function isThisFile(one: SentCommand, { data: said }: Answer, { type, data }: Recorded<FileEvent>): string[] {
  const sent = createHash('sha256').update(pdfOf(one.work.key)).digest('hex');
  if (type !== 'FileUploaded' || data.sha256 !== sent) return [`${nameOf(one)} was acknowledged and is another file`];
  const { fileId } = said as UploadAnswer;
  return fileId === data.fileId ? [] : [`${nameOf(one)} was told file ${fileId} and is file ${data.fileId}`];
}
