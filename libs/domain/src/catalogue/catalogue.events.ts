import type { DomainEvent } from '../kernel/event.js';
import type { Catalogue } from './catalogue.js';
import type { ChangeCounts } from './catalogue-difference.js';

/*
 * Versions of the catalogue that administrators upload. Orders keep what they ordered in their own events. Stored for ever. Never change the
 * meaning of a field: add a schema version and an upcaster.
 * Stream: catalogue-{versionId}.
 */

/** A version was uploaded, to be active from an instant on (ISO 8601, UTC). */
export type CataloguePlanned = DomainEvent<
  'CataloguePlanned',
  {
    readonly versionId: string;
    readonly fileName: string;
    readonly items: Catalogue;
    /** Against the version that was active then. */
    readonly changes: ChangeCounts;
    readonly activatesAt: string;
    /** Why, for the audit. */
    readonly reason: string;
    readonly plannedAt: string;
  }
>;

export type CatalogueActivated = DomainEvent<
  'CatalogueActivated',
  { readonly versionId: string; readonly fileName: string; readonly activatedAt: string }
>;

/** Before its time. */
export type CatalogueCanceled = DomainEvent<
  'CatalogueCanceled',
  { readonly versionId: string; readonly fileName: string; readonly reason: string; readonly canceledAt: string }
>;

export type CatalogueEvent = CataloguePlanned | CatalogueActivated | CatalogueCanceled;
