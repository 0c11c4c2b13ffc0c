import { type Decider, DomainError, unknownEvent, unreachable } from '../kernel/decider.js';
import { DoneAlready, Forestalled } from '../kernel/forestalled.js';
import type { RewardProgramme } from '../kernel/terms.js';
import type { EligibilityImportCommand } from './eligibility-import.commands.js';
import type { EligibilityImportEvent, OtherZerosDecision } from './eligibility-import.events.js';

export type EligibilityImportState =
  | { readonly status: 'none' }
  | {
      readonly status: 'running';
      readonly storageName: string;
      readonly fileName: string;
      readonly programme: RewardProgramme | null;
      readonly correctsDates: boolean;
      readonly otherZeros: OtherZerosDecision | null;
      readonly rows: number;
    }
  | {
      readonly status: 'canceled' | 'over';
      readonly storageName: string;
      readonly rows: number;
    };

/** The import of one file of a health plan, from its upload until all of it is in the log. Stream `eligibilityImport-{importId}`. */
export const eligibilityImportDecider: Decider<
  EligibilityImportState,
  EligibilityImportCommand,
  EligibilityImportEvent
> = {
  category: 'eligibilityImport',
  initialState: { status: 'none' },
  evolve,
  decide: (state, command) => {
    switch (command.type) {
      case 'ImportMembers':
        return state.status === 'none' ? [{ type: 'MembersFileUploaded', data: command.data }] : [];
      case 'ReportImportProgress': {
        const { importId, count } = command.data;
        if (state.status === 'none' || state.status === 'over' || count.rows <= state.rows) return [];
        return [{ type: 'MembersImportProgressed', data: { importId, count } }];
      }
      case 'FinishImport': {
        const { at, ...data } = command.data;
        return state.status === 'running' ? [{ type: 'MembersImportFinished', data: { ...data, finishedAt: at } }] : [];
      }
      case 'FailImport': {
        const { at, ...data } = command.data;
        return state.status === 'running' ? [{ type: 'MembersImportFailed', data: { ...data, failedAt: at } }] : [];
      }
      case 'CancelImport': {
        const { importId, reason, at } = command.data;
        if (state.status === 'none') throw new DomainError('eligibility-import/not-found', 'There is no such import.');
        if (state.status !== 'running') throw notRunning(state.status);
        return [
          { type: 'MembersImportCanceled', data: { importId, canceledAt: at, reason, fileName: state.fileName } },
        ];
      }
      default:
        return unreachable(command);
    }
  },
};

const notRunning = (status: 'canceled' | 'over') =>
  status === 'canceled'
    ? new DoneAlready(
        'eligibility-import/not-running',
        (change) => (change ? `${change.who} canceled this import on ${change.when}.` : 'This import was canceled.'),
        ({ type }) => type === 'MembersImportCanceled',
      )
    : new Forestalled(
        'eligibility-import/not-running',
        (change) => `This import ended ${change ? `on ${change.when}` : 'meanwhile'}. It cannot be canceled any more.`,
        ({ type }) => type === 'MembersImportFinished' || type === 'MembersImportFailed',
      );

function ended(state: EligibilityImportState, status: 'canceled' | 'over'): EligibilityImportState {
  return state.status === 'none' ? state : { status, storageName: state.storageName, rows: state.rows };
}

function evolve(state: EligibilityImportState, event: EligibilityImportEvent): EligibilityImportState {
  switch (event.type) {
    case 'MembersFileUploaded': {
      const { storageName, fileName, programme, correctsDates = false, otherZeros = null } = event.data;
      return { status: 'running', storageName, fileName, programme, correctsDates, otherZeros, rows: 0 };
    }
    case 'MembersImportProgressed':
      return state.status === 'none' ? state : { ...state, rows: event.data.count.rows };
    case 'MembersImportFinished':
    case 'MembersImportFailed':
      return ended(state, 'over');
    case 'MembersImportCanceled':
      return ended(state, 'canceled');
    default:
      return unknownEvent(event);
  }
}
