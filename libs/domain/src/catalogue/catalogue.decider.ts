import { type Command, type Decider, DomainError, unknownEvent, unreachable } from '../kernel/decider.js';
import type { Catalogue } from './catalogue.js';
import { catalogueDifference, countChanges, isNoChange } from './catalogue-difference.js';
import type { CatalogueCanceled, CatalogueEvent, CataloguePlanned } from './catalogue.events.js';

/** Activates at once if no time is given. Rejected for a time that is over, or if what the administrator compared with is no longer active. */
export type PlanCatalogue = Command<
  'PlanCatalogue',
  Omit<CataloguePlanned['data'], 'changes' | 'activatesAt'> & {
    /** ISO 8601, UTC; null: at once. */
    readonly activatesAt: string | null;
    /** The version that the administrator saw the difference from; null: the supplied one. */
    readonly comparedWith: string | null;
    /** What is offered now. */
    readonly active: { readonly versionId: string | null; readonly items: Catalogue };
  }
>;
/** Its time has come. Does nothing for a version that was canceled or is active already. */
export type ActivateCatalogue = Command<
  'ActivateCatalogue',
  { readonly versionId: string; readonly activatedAt: string }
>;
/** Rejected for a version that does not exist or was active. */
export type CancelCatalogue = Command<'CancelCatalogue', Omit<CatalogueCanceled['data'], 'fileName'>>;
export type CatalogueCommand = PlanCatalogue | ActivateCatalogue | CancelCatalogue;

export type CatalogueState =
  | { readonly status: 'none' }
  | {
      readonly status: 'planned' | 'activated' | 'canceled';
      readonly fileName: string;
      readonly activatesAt: string;
    };

/** A version of the catalogue, from its upload on. Stream `catalogue-{versionId}`. */
export const catalogueDecider: Decider<CatalogueState, CatalogueCommand, CatalogueEvent> = {
  category: 'catalogue',
  initialState: { status: 'none' },
  evolve: (state, event) => {
    switch (event.type) {
      case 'CataloguePlanned': {
        const { fileName, activatesAt } = event.data;
        return { status: 'planned', fileName, activatesAt };
      }
      case 'CatalogueActivated':
        return state.status === 'none' ? state : { ...state, status: 'activated' };
      case 'CatalogueCanceled':
        return state.status === 'none' ? state : { ...state, status: 'canceled' };
      default:
        return unknownEvent(event);
    }
  },
  decide: (state, command) => {
    switch (command.type) {
      case 'PlanCatalogue':
        return state.status === 'none' ? plan(command.data) : [];
      case 'ActivateCatalogue': {
        if (state.status !== 'planned') return [];
        return [{ type: 'CatalogueActivated', data: { ...command.data, fileName: state.fileName } }];
      }
      case 'CancelCatalogue':
        if (state.status === 'none')
          throw new DomainError('catalogue/not-found', 'There is no such version of the catalogue.');
        if (state.status === 'activated') {
          throw new DomainError('catalogue/activated', 'This version was activated already. Upload another instead.');
        }
        return state.status === 'canceled'
          ? []
          : [{ type: 'CatalogueCanceled', data: { ...command.data, fileName: state.fileName } }];
      default:
        return unreachable(command);
    }
  },
};

function plan({ active, comparedWith, activatesAt, ...version }: PlanCatalogue['data']): readonly CatalogueEvent[] {
  const { versionId, fileName, plannedAt } = version;
  if (active.versionId !== comparedWith) {
    throw new DomainError(
      'catalogue/compared-with-another',
      'Another version became active meanwhile. Compare the file with it first.',
    );
  }
  const difference = catalogueDifference(active.items, version.items);
  const changes = countChanges(difference);
  if (activatesAt !== null) {
    if (Date.parse(activatesAt) <= Date.parse(plannedAt))
      throw new DomainError('catalogue/time-over', 'The time must be in the future.');
    return [{ type: 'CataloguePlanned', data: { ...version, changes, activatesAt } }];
  }
  if (isNoChange(difference)) {
    throw new DomainError('catalogue/no-change', 'The file is the same as the active catalogue.');
  }
  return [
    { type: 'CataloguePlanned', data: { ...version, changes, activatesAt: plannedAt } },
    { type: 'CatalogueActivated', data: { versionId, fileName, activatedAt: plannedAt } },
  ];
}
