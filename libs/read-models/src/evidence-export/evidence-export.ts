import type { EvidenceExport } from '@throughline/contracts';
import { type Actor, type EvidenceEvent, type EvidenceProgressed, type Recorded } from '@throughline/domain';
import { type Insertable, type Kysely, sql } from 'kysely';
import { ACCOUNT_NAME } from '../account/account.js';
import type { FeedEntry, Projection, Timestamp } from '../projecting/projection.js';
import type { ReadModelSchema } from '../read-model-schema.js';
import { HISTORY_CATEGORIES, historyEntry } from '../referral-history/referral-history.js';
import { readHeads } from '../stream-head/stream-head.js';

/** The name of the person is not stored: it may change, so it is read with the list. */
interface ExportState extends Omit<EvidenceExport, 'requestedBy' | 'hasChangedSince'> {
  readonly requester: Pick<Actor, 'userId' | 'email'>;
  /** Position of the last event in it; null before its end. */
  readonly lastEvent: number | null;
}

interface CaseState {
  readonly referralId: string;
  /** Oldest first. */
  readonly exports: readonly ExportState[];
  /** Without those that tell progress. */
  readonly events: number;
}

export interface EvidenceExportTable {
  export_id: string;
  referral_id: string;
  requested_at: Timestamp;
  status: EvidenceExport['status'];
  expires_at: Timestamp | null;
  export: ExportState;
}

declare module '../read-model-schema.js' {
  interface ReadModelSchema {
    evidence_export: EvidenceExportTable;
  }
}

/** The exports of evidence, with their progress. */
export const evidenceExportProjection: Projection<CaseState, Insertable<EvidenceExportTable>> = {
  name: 'evidence-export',
  version: 1,
  categories: ['evidence', 'evidenceProgress'],
  evolve: (before, recorded) => {
    const event = recorded as Recorded<EvidenceEvent | EvidenceProgressed>;
    const { referralId, exportId } = event.data;
    const { exports, events } = before ?? { exports: [], events: 0 };
    if (event.type === 'EvidenceProgressed') {
      const { written, all } = event.data;
      return before && { ...before, exports: changed(exports, exportId, { written, all }) };
    }
    const after = event.type === 'EvidenceRequested' ? [...exports, begun(event)] : further(exports, event);
    return { referralId, exports: after, events: events + 1 };
  },
  table: {
    key: 'export_id',
    columns: {
      export_id: 'text',
      referral_id: 'text',
      requested_at: 'timestamptz',
      status: 'text',
      expires_at: 'timestamptz',
      export: 'json',
    },
    indexes: (table) => [
      `on ${table} (referral_id, requested_at desc)`,
      `on ${table} (export_id) where status = 'running'`,
      `on ${table} (expires_at, export_id) where status = 'exported'`,
    ],
  },
  rows: ({ referralId, exports }) =>
    exports.map((one) => ({
      export_id: one.exportId,
      referral_id: referralId,
      requested_at: one.requestedAt,
      status: one.status,
      expires_at: one.expiresAt,
      export: one,
    })),
  feed: ({ referralId, exports, events }) => {
    const written = exports.at(-1)?.written ?? 0;
    const announced: FeedEntry = {
      topic: `evidence:${referralId}`,
      key: referralId,
      audience: [],
      row: { events, written },
    };
    return [announced, historyEntry(referralId, { evidence: events })];
  },
};

const changed = (exports: readonly ExportState[], exportId: string, to: Partial<ExportState>): readonly ExportState[] =>
  exports.map((one) => (one.exportId === exportId ? { ...one, ...to } : one));

function begun({ data, metadata }: Extract<Recorded<EvidenceEvent>, { type: 'EvidenceRequested' }>): ExportState {
  const { exportId, hasPersonalData, requestedAt } = data;
  const { userId, email } = metadata.actor;
  return {
    exportId,
    hasPersonalData,
    requestedAt,
    requester: { userId, email },
    status: 'running',
    written: 0,
    all: 0,
    endedAt: null,
    reason: null,
    count: null,
    size: null,
    sha256: null,
    expiresAt: null,
    lastEvent: null,
  };
}

type Later = Exclude<EvidenceEvent, { readonly type: 'EvidenceRequested' }>;

function further(exports: readonly ExportState[], { type, data }: Later): readonly ExportState[] {
  switch (type) {
    case 'EvidenceExported': {
      const { count, size, sha256, lastEvent, exportedAt, expiresAt } = data;
      const end = { status: 'exported', endedAt: exportedAt, count, size, sha256, lastEvent, expiresAt } as const;
      return changed(exports, data.exportId, end);
    }
    case 'EvidenceExportFailed':
      return changed(exports, data.exportId, { status: 'failed', endedAt: data.failedAt, reason: data.reason });
    case 'EvidenceExportCanceled':
      return changed(exports, data.exportId, { status: 'canceled', endedAt: data.canceledAt });
    case 'EvidenceRemoved':
      return changed(exports, data.exportId, { status: 'removed' });
  }
}

/** How many exports of a case a page shows. */
const SHOWN = 5;

/** Exports are not what an export is about, so they do not change the case. */
const CHANGING = HISTORY_CATEGORIES.filter((category) => category !== 'evidence');

/** The newest exports of a case, newest first. */
export async function listEvidenceExports(
  db: Kysely<ReadModelSchema>,
  caseId: string,
): Promise<readonly EvidenceExport[]> {
  const rows = await db
    .selectFrom('evidence_export')
    .leftJoin('account', (on) =>
      on.on(sql<boolean>`account.user_id = evidence_export.export -> 'requester' ->> 'userId'`),
    )
    .where('referral_id', '=', caseId)
    .orderBy('requested_at', 'desc')
    .limit(SHOWN)
    .select(['export', ACCOUNT_NAME.as('name')])
    .execute();
  if (rows.length === 0) return [];
  const streams = CHANGING.map((category) => `${category}-${caseId}`);
  const last = Math.max(...[...(await readHeads(db, streams)).values()].map(({ position }) => position));
  return rows.map(({ export: { requester, lastEvent, ...one }, name }) => ({
    ...one,
    requestedBy: name || (requester.email ?? null),
    hasChangedSince: lastEvent !== null && last > lastEvent,
  }));
}
