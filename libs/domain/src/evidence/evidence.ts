import { type Command, type Decider, DomainError, UnknownEvent, unknownEvent, unreachable } from '../kernel/decider.js';
import type { DomainEvent, NamesStoredFile } from '../kernel/event.js';
import { DoneAlready, Forestalled } from '../kernel/forestalled.js';
import { type EventWords, now, type SomeEventWords } from '../kernel/words.js';

/*
 * Stored for ever. Never change the meaning of a field: add a schema version and an upcaster.
 * Streams: evidence-{referralId} and evidenceProgress-{referralId}, of a referral or a recertification.
 */

interface OfExport {
  /** Of a referral or a recertification. */
  readonly referralId: string;
  readonly exportId: string;
}

export type EvidenceRequested = DomainEvent<
  'EvidenceRequested',
  OfExport & { readonly hasPersonalData: boolean; readonly reason: string; readonly requestedAt: string }
>;

/** What an export contains. */
export interface EvidenceCount {
  readonly events: number;
  readonly viewings: number;
  /** What no checkpoint had signed yet, and is therefore left out. */
  readonly unsignedEvents: number;
  readonly unsignedViewings: number;
}

/** The ZIP is in the file store, for a day. */
export type EvidenceExported = DomainEvent<
  'EvidenceExported',
  OfExport &
    NamesStoredFile & {
      /** Bytes. */
      readonly size: number;
      /** Hex. */
      readonly sha256: string;
      readonly count: EvidenceCount;
      /** Position of the last event in it. */
      readonly lastEvent: number;
      readonly exportedAt: string;
      readonly expiresAt: string;
    }
>;

export type EvidenceExportFailed = DomainEvent<
  'EvidenceExportFailed',
  OfExport & { readonly reason: string; readonly failedAt: string }
>;

export type EvidenceExportCanceled = DomainEvent<'EvidenceExportCanceled', OfExport & { readonly canceledAt: string }>;

/** Its day is over. */
export type EvidenceRemoved = DomainEvent<'EvidenceRemoved', OfExport & { readonly removedAt: string }>;

export type EvidenceEvent =
  EvidenceRequested | EvidenceExported | EvidenceExportFailed | EvidenceExportCanceled | EvidenceRemoved;

/** Apart from the other events, so that a case's history and its evidence do not have them. */
export type EvidenceProgressed = DomainEvent<
  'EvidenceProgressed',
  OfExport & { readonly written: number; readonly all: number }
>;

/** How long the ZIP is kept. */
export const EVIDENCE_KEPT_MS = 24 * 3_600_000;

export const dataInWords = (hasPersonalData: boolean): string =>
  hasPersonalData ? 'with personal data' : 'without personal data';

export const EVIDENCE_WORDS: EventWords<EvidenceEvent> = {
  EvidenceRequested: ({ hasPersonalData, reason }, { who }) => [
    `${who} began an export of the evidence, ${dataInWords(hasPersonalData)}`,
    now('Reason', reason),
  ],
  EvidenceExported: ({ sha256, count }) => [
    'The evidence was exported',
    now('Events', String(count.events)),
    now('Viewings', String(count.viewings)),
    now('SHA-256', sha256),
  ],
  EvidenceExportFailed: ({ reason }) => ['The evidence could not be exported', now('Reason', reason)],
  EvidenceExportCanceled: (_, { who }) => `${who} canceled the export of the evidence`,
  EvidenceRemoved: () => 'The exported evidence was removed after a day',
};

export const EVIDENCE_PROGRESS_WORDS: SomeEventWords<EvidenceProgressed> = { EvidenceProgressed: null };

/** Does nothing while another export of the case runs. */
export type RequestEvidence = Command<'RequestEvidence', EvidenceRequested['data']>;
/** This and the next one do nothing for an export that has ended. */
export type RecordEvidence = Command<'RecordEvidence', Omit<EvidenceExported['data'], 'expiresAt'>>;
export type FailEvidence = Command<'FailEvidence', EvidenceExportFailed['data']>;
/** Rejected when there is no such export, or it has ended. */
export type CancelEvidence = Command<'CancelEvidence', EvidenceExportCanceled['data']>;
/** Does nothing before the export's day is over. */
export type RemoveEvidence = Command<'RemoveEvidence', EvidenceRemoved['data']>;
export type EvidenceCommand = RequestEvidence | RecordEvidence | FailEvidence | CancelEvidence | RemoveEvidence;

export type EvidenceExport =
  | { readonly status: 'running'; readonly hasPersonalData: boolean }
  | { readonly status: 'failed' | 'canceled' }
  | { readonly status: 'exported' | 'removed'; readonly file: EvidenceExported['data'] };

/** The exports of a case, by their ids. */
export type EvidenceState = Readonly<Record<string, EvidenceExport>>;

/** The exports of the evidence of a case, one at a time. Stream `evidence-{referralId}`. */
export const evidenceDecider: Decider<EvidenceState, EvidenceCommand, EvidenceEvent> = {
  category: 'evidence',
  initialState: {},
  evolve,
  decide: (state, command) => {
    const known = state[command.data.exportId];
    switch (command.type) {
      case 'RequestEvidence': {
        const runs = Object.values(state).some(({ status }) => status === 'running');
        return known || runs ? [] : [{ type: 'EvidenceRequested', data: command.data }];
      }
      case 'RecordEvidence': {
        if (known?.status !== 'running') return [];
        const expiresAt = new Date(Date.parse(command.data.exportedAt) + EVIDENCE_KEPT_MS).toISOString();
        return [{ type: 'EvidenceExported', data: { ...command.data, expiresAt } }];
      }
      case 'FailEvidence':
        return known?.status === 'running' ? [{ type: 'EvidenceExportFailed', data: command.data }] : [];
      case 'CancelEvidence':
        if (known === undefined) throw new DomainError('evidence/not-found', 'There is no such export of evidence.');
        if (known.status !== 'running') throw notRunning(known.status, command.data.exportId);
        return [{ type: 'EvidenceExportCanceled', data: command.data }];
      case 'RemoveEvidence':
        return known?.status === 'exported' && command.data.removedAt >= known.file.expiresAt
          ? [{ type: 'EvidenceRemoved', data: command.data }]
          : [];
      default:
        return unreachable(command);
    }
  },
};

function notRunning(status: EvidenceExport['status'], exportId: string): Forestalled {
  const isOf = (event: DomainEvent) => (event.data as OfExport).exportId === exportId;
  return status === 'canceled'
    ? new DoneAlready(
        'evidence/not-running',
        (change) => (change ? `${change.who} canceled this export on ${change.when}.` : 'This export was canceled.'),
        (event) => event.type === 'EvidenceExportCanceled' && isOf(event),
      )
    : new Forestalled(
        'evidence/not-running',
        (change) => `This export ended ${change ? `on ${change.when}` : 'meanwhile'}. It cannot be canceled any more.`,
        (event) => (event.type === 'EvidenceExported' || event.type === 'EvidenceExportFailed') && isOf(event),
      );
}

function evolve(state: EvidenceState, event: EvidenceEvent): EvidenceState {
  switch (event.type) {
    case 'EvidenceRequested':
      return { ...state, [event.data.exportId]: { status: 'running', hasPersonalData: event.data.hasPersonalData } };
    case 'EvidenceExported':
      return { ...state, [event.data.exportId]: { status: 'exported', file: event.data } };
    case 'EvidenceExportFailed':
      return { ...state, [event.data.exportId]: { status: 'failed' } };
    case 'EvidenceExportCanceled':
      return { ...state, [event.data.exportId]: { status: 'canceled' } };
    case 'EvidenceRemoved': {
      const known = state[event.data.exportId];
      return known && 'file' in known ? { ...state, [event.data.exportId]: { ...known, status: 'removed' } } : state;
    }
    default:
      return unknownEvent(event);
  }
}

/** Does nothing unless more was written than before. */
export type ReportEvidenceProgress = Command<'ReportEvidenceProgress', EvidenceProgressed['data']>;

/** How far the last export of a case is. Stream `evidenceProgress-{referralId}`. */
export const evidenceProgressDecider: Decider<
  Pick<EvidenceProgressed['data'], 'exportId' | 'written'>,
  ReportEvidenceProgress,
  EvidenceProgressed
> = {
  category: 'evidenceProgress',
  initialState: { exportId: '', written: 0 },
  evolve: (_, event) => {
    switch (event.type) {
      case 'EvidenceProgressed':
        return event.data;
      default:
        throw new UnknownEvent(event.type satisfies never);
    }
  },
  decide: ({ exportId, written }, { data }) =>
    data.exportId === exportId && data.written <= written ? [] : [{ type: 'EvidenceProgressed', data }],
};
