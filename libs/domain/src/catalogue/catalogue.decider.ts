import { type Command, type Decider, DomainError, unknownEvent, unreachable } from '../kernel/decider.js';
import { type Change } from '../kernel/changes-in-words.js';
import { DoneAlready, Forestalled } from '../kernel/forestalled.js';
import type { Catalogue } from './catalogue.js';
import { catalogueDifference, countChanges, isNoChange } from './catalogue-difference.js';
import type { CatalogueCanceled, CatalogueEvent, CataloguePlanned } from './catalogue.events.js';

/** Activates at once if no time is given. Rejected for a time that is over, without a change, or if what the administrator compared with is not active. */
export type PlanCatalogue = Command<
  'PlanCatalogue',
  Omit<CataloguePlanned['data'], 'changes' | 'activatesAt' | 'comparedWith'> & {
    /** ISO 8601, UTC; null: at once. */
    readonly activatesAt: string | null;
    /** The version that the administrator compared with; null: the supplied one. */
    readonly comparedWith: string | null;
    /** What is offered at present. */
    readonly active: { readonly versionId: string | null; readonly items: Catalogue };
  }
>;
/**
 * Sent when the time of a version has come. A version that was compared with another one than the active one is marked as outdated instead.
 * Does nothing for a version that was canceled or is active already.
 */
export type ActivateCatalogue = Command<
  'ActivateCatalogue',
  {
    readonly versionId: string;
    /** The active version; null: the supplied one. */
    readonly activeVersionId: string | null;
    readonly activatedAt: string;
  }
>;
/** Rejected for a version that does not exist or is not planned any more. */
export type CancelCatalogue = Command<'CancelCatalogue', Omit<CatalogueCanceled['data'], 'fileName'>>;
export type CatalogueCommand = PlanCatalogue | ActivateCatalogue | CancelCatalogue;

export type CatalogueState =
  | { readonly status: 'none' }
  | {
      readonly status: 'planned' | 'activated' | 'outdated' | 'canceled';
      readonly fileName: string;
      readonly comparedWith: string | null | undefined;
      readonly activatesAt: string;
    };

/** A version of the catalogue, from its upload on. Stream `catalogue-{versionId}`. */
export const catalogueDecider: Decider<CatalogueState, CatalogueCommand, CatalogueEvent> = {
  category: 'catalogue',
  initialState: { status: 'none' },
  evolve: (state, event) => {
    switch (event.type) {
      case 'CataloguePlanned': {
        const { fileName, comparedWith, activatesAt } = event.data;
        return { status: 'planned', fileName, comparedWith, activatesAt };
      }
      case 'CatalogueActivated':
        return state.status === 'none' ? state : { ...state, status: 'activated' };
      case 'CatalogueOutdated':
        return state.status === 'none' ? state : { ...state, status: 'outdated' };
      case 'CatalogueCanceled':
        return state.status === 'none' ? state : { ...state, status: 'canceled' };
      default:
        return unknownEvent(event);
    }
  },
  valuesOf: ({ status }) => ({ status }),
  decide: (state, command) => {
    switch (command.type) {
      case 'PlanCatalogue':
        return state.status === 'none' ? plan(command.data) : [];
      case 'ActivateCatalogue': {
        if (state.status !== 'planned') return [];
        const { fileName, comparedWith } = state;
        const { versionId, activeVersionId, activatedAt } = command.data;
        return comparedWith === undefined || comparedWith === activeVersionId
          ? [{ type: 'CatalogueActivated', data: { versionId, fileName, activatedAt } }]
          : [{ type: 'CatalogueOutdated', data: { versionId, fileName, activeVersionId, outdatedAt: activatedAt } }];
      }
      case 'CancelCatalogue':
        if (state.status === 'none')
          throw new DomainError('catalogue/not-found', 'There is no such version of the catalogue.');
        requirePlanned(state.status);
        return [{ type: 'CatalogueCanceled', data: { ...command.data, fileName: state.fileName } }];
      default:
        return unreachable(command);
    }
  },
};

function requirePlanned(status: Exclude<CatalogueState['status'], 'none'>): void {
  switch (status) {
    case 'planned':
      return;
    case 'activated':
      throw new Forestalled(
        'catalogue/activated',
        (change) => `This version was activated ${whenOf(change)}. Upload another instead.`,
        ({ type }) => type === 'CatalogueActivated',
      );
    case 'outdated':
      throw new Forestalled(
        'catalogue/not-planned',
        (change) => `The time of this version came ${whenOf(change)}. It was outdated, and was not activated.`,
        ({ type }) => type === 'CatalogueOutdated',
      );
    case 'canceled':
      throw new DoneAlready(
        'catalogue/not-planned',
        (change) => `${change?.who ?? 'Somebody'} canceled this version ${whenOf(change)}.`,
        ({ type }) => type === 'CatalogueCanceled',
      );
  }
}

const whenOf = (change: Change | null) => (change ? `on ${change.when}` : 'meanwhile');

function plan({ active, comparedWith, activatesAt, ...version }: PlanCatalogue['data']): readonly CatalogueEvent[] {
  const { versionId, fileName, plannedAt } = version;
  if (active.versionId !== comparedWith) {
    throw new Forestalled(
      'catalogue/compared-with-another',
      (change) =>
        `${change?.who ?? 'Somebody'} activated another version ${whenOf(change)}. Compare the file with it first.`,
      ({ type }) => type === 'CatalogueActivated',
      { id: active.versionId ?? undefined },
    );
  }
  const difference = catalogueDifference(active.items, version.items);
  if (isNoChange(difference)) {
    throw new DomainError('catalogue/no-change', 'The file is the same as the active catalogue.');
  }
  if (activatesAt !== null && Date.parse(activatesAt) <= Date.parse(plannedAt))
    throw new DomainError('catalogue/time-over', 'The time must be in the future.');
  const planned: CatalogueEvent = {
    type: 'CataloguePlanned',
    data: { ...version, changes: countChanges(difference), comparedWith, activatesAt: activatesAt ?? plannedAt },
  };
  return activatesAt === null
    ? [planned, { type: 'CatalogueActivated', data: { versionId, fileName, activatedAt: plannedAt } }]
    : [planned];
}
