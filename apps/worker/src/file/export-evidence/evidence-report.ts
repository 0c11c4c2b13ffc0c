import type { Viewer } from '@throughline/contracts';
import {
  type CaseAsOf,
  type FactSection,
  factSection,
  inCentralTime,
  informationSections,
  isRecertificationId,
  isReferral,
  itemFacts,
  type MomentOf,
  overviewFacts,
  recertificationStatus,
  recertifiedSections,
  taskFacts,
  type TimelineEntry,
  timelineOf,
  type ReferralHistoryEvent,
} from '@throughline/domain';
import type { OpenedCheckpoint, StoredEvent } from '@throughline/event-store';
import { cellsOf, disclosuresIn } from '../account-disclosures/disclosures.js';
import type { FileRecord, ManifestHeader } from './evidence-format.js';

type Row = readonly string[];

/** What is printed. All of it is text: nothing that a person typed can become markup. */
export interface EvidenceReport {
  readonly title: string;
  /** Labels and values of the cover. */
  readonly cover: readonly (readonly [label: string, value: string])[];
  /** When, what, and where it is in the log. */
  readonly timeline: readonly { readonly when: string; readonly what: readonly string[]; readonly place: string }[];
  /** The case after each event that changed its status; what has not changed since the one before is left out. */
  readonly moments: readonly {
    readonly title: string;
    readonly status: string;
    readonly sections: readonly { readonly title: string; readonly rows: readonly (readonly [string, string])[] }[];
  }[];
  readonly viewers: { readonly head: Row; readonly widths: readonly string[]; readonly rows: readonly Row[] };
  readonly files: readonly Row[];
}

interface Reported {
  readonly header: ManifestHeader;
  readonly events: readonly StoredEvent[];
  readonly viewers: readonly Viewer[];
  readonly files: readonly FileRecord[];
  readonly checkpoints: readonly OpenedCheckpoint[];
  readonly vkey: string;
}

interface Entry extends TimelineEntry {
  readonly stored: StoredEvent;
}

/** The case by its events, oldest first. */
export const momentsOf = (events: readonly StoredEvent[]): readonly MomentOf<Entry>[] =>
  timelineOf(
    events.map((stored) => {
      const { type, data, metadata } = stored;
      const { at, actor, eventId, commandId, causationId } = metadata;
      return { stored, event: { type, data } as ReferralHistoryEvent, at, actor, eventId, commandId, causationId };
    }),
  );

/** Without personal data it says when something of which kind happened, and which statuses followed. */
export function evidenceReport({ header, events, viewers, files, checkpoints, vkey }: Reported): EvidenceReport {
  const { hasPersonalData, caseId } = header;
  const moments = momentsOf(events);
  return {
    title: isRecertificationId(caseId) ? 'Evidence of a recertification' : 'Evidence of a referral',
    cover: coverOf(header, checkpoints, vkey),
    timeline: moments.map(({ entry: { stored }, sentence, detail, happenedAt }) => ({
      when: inCentralTime(hasPersonalData ? stored.metadata.at : new Date(stored.recordedMicros / 1_000).toISOString()),
      what: hasPersonalData
        ? [
            sentence,
            ...(happenedAt === null ? [] : [`Happened: ${inCentralTime(happenedAt)}`]),
            ...detail.map(({ field, from, to }) => `${field}: ${from ?? '–'} → ${to ?? '–'}`),
          ]
        : [stored.type],
      place: `${stored.stream.slice(0, stored.stream.indexOf('-'))} ${stored.revision} · ${stored.position}`,
    })),
    moments: hasPersonalData ? statusesIn(moments) : [],
    viewers: hasPersonalData ? peopleIn(caseId, viewers) : screensIn(viewers),
    files: files.map(({ fileId, position, sha256, path, leftOut }) => [
      String(fileId),
      String(position),
      sha256,
      path === undefined ? (leftOut ?? '') : `${path}: ${nameOfFile(events, position)}`,
    ]),
  };
}

function coverOf(
  { caseId, exportedAt, exportedBy, hasPersonalData, ...counts }: ManifestHeader,
  checkpoints: readonly OpenedCheckpoint[],
  vkey: string,
): EvidenceReport['cover'] {
  const { unsignedEvents, unsignedViewings } = counts;
  return [
    ['Case', caseId],
    ['Exported', `${inCentralTime(exportedAt)} (${exportedAt}), by ${exportedBy}`],
    ['Contains', `Events: ${counts.events}; entries of the access log: ${counts.viewings}; files: ${counts.files}`],
    [
      'Personal data',
      hasPersonalData ? 'Contained' : 'Left out: of each record there are its place, its kind, its time and its hashes',
    ],
    ...checkpoints.map(
      ({ origin, size, at }) =>
        ['Signed by', `checkpoint of ${at.toISOString()} over ${size} entries of ${origin}`] as const,
    ),
    ...(unsignedEvents + unsignedViewings === 0
      ? []
      : [
          [
            'Not contained',
            `What was not signed yet: events: ${unsignedEvents}; entries of the access log: ${unsignedViewings}`,
          ] as const,
        ]),
    ['Public key', vkey],
  ];
}

const nameOfFile = (events: readonly StoredEvent[], at: number): string =>
  (events.find(({ position }) => position === at)?.data as { readonly fileName?: string }).fileName ?? '';

const statusOf = (one: CaseAsOf | null): string | null =>
  one && (isReferral(one) ? one.status : recertificationStatus(one));

function statusesIn(moments: readonly MomentOf<Entry>[]): EvidenceReport['moments'] {
  let printed = new Map<string, string>();
  return moments.flatMap(({ before, after, sentence, entry }) => {
    const status = statusOf(after);
    if (after === null || status === null || status === statusOf(before)) return [];
    const sections = sectionsOf(after).map(({ title, facts }) => ({
      title,
      rows: facts.flatMap(({ label, value }) => (value === null ? [] : [[label, value] as const])),
    }));
    const now = new Map(sections.map(({ title, rows }) => [title, JSON.stringify(rows)]));
    const changed = sections.filter(({ title, rows }) => rows.length > 0 && printed.get(title) !== now.get(title));
    printed = now;
    return [{ title: `${inCentralTime(entry.stored.metadata.at)}: ${sentence}`, status, sections: changed }];
  });
}

/** The facts of the as-of view, in its order. */
function sectionsOf(one: CaseAsOf): readonly FactSection[] {
  const tasks = one.tasks.map((task) => factSection(`Task ${task.taskId}: ${task.task}`, taskFacts(task)));
  if (!isReferral(one)) return [...tasks, ...recertifiedSections(one)];
  return [
    factSection(
      'Referral',
      overviewFacts(one).filter(({ key }) => key !== 'status'),
    ),
    ...one.items.map((item) => factSection(`Progress of item ${item.id}: ${item.item}`, itemFacts(one, item))),
    ...tasks,
    ...informationSections(one),
  ];
}

const PEOPLE = {
  head: ['First', 'Last', 'Times', 'To whom', 'Company', 'Role', 'What'],
  widths: ['62pt', '62pt', '26pt', '1.2fr', '0.9fr', '0.7fr', '1.5fr'],
};

const peopleIn = (caseId: string, viewers: readonly Viewer[]) => ({
  ...PEOPLE,
  rows: disclosuresIn(new Map([[caseId, viewers]])).map((seen) => cellsOf(seen).slice(0, PEOPLE.head.length)),
});

/** Who they were is left out. */
function screensIn(viewers: readonly Viewer[]) {
  const screens = new Map<string, { first: string; last: string; times: number }>();
  for (const { screen, first, last, times } of viewers.flatMap((viewer) => viewer.screens)) {
    const seen = screens.get(screen) ?? { first, last, times: 0 };
    if (first < seen.first) seen.first = first;
    if (last > seen.last) seen.last = last;
    screens.set(screen, { ...seen, times: seen.times + times });
  }
  return {
    head: ['First', 'Last', 'Times', 'Screen'],
    widths: ['1fr', '1fr', '40pt', '2fr'],
    rows: [...screens].map(([screen, { first, last, times }]) => [
      inCentralTime(first),
      inCentralTime(last),
      String(times),
      screen,
    ]),
  };
}
