import type { DomainEvent } from '../kernel/event.js';
import { type EventWords, inMinutes, now } from '../kernel/words.js';
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
    /** The difference from the version that was active at the upload. */
    readonly changes: ChangeCounts;
    readonly activatesAt: string;
    /** The version that its author compared with; null: the supplied one. Absent from events that are older than the field. */
    readonly comparedWith?: string | null;
    /** The reason, which the audit shows. */
    readonly reason: string;
    readonly plannedAt: string;
  }
>;

export type CatalogueActivated = DomainEvent<
  'CatalogueActivated',
  { readonly versionId: string; readonly fileName: string; readonly activatedAt: string }
>;

/**
 * The time of the version came, but the version that it was compared with was no longer active: it would have replaced changes that its
 * author did not see.
 */
export type CatalogueOutdated = DomainEvent<
  'CatalogueOutdated',
  {
    readonly versionId: string;
    readonly fileName: string;
    /** The active version; null: the supplied one. */
    readonly activeVersionId: string | null;
    readonly outdatedAt: string;
  }
>;

/** A planned version was canceled before its time. */
export type CatalogueCanceled = DomainEvent<
  'CatalogueCanceled',
  { readonly versionId: string; readonly fileName: string; readonly reason: string; readonly canceledAt: string }
>;

export type CatalogueEvent = CataloguePlanned | CatalogueActivated | CatalogueOutdated | CatalogueCanceled;

export const CATALOGUE_WORDS: EventWords<CatalogueEvent> = {
  CataloguePlanned: ({ fileName, changes: { added, changed, retired }, activatesAt, reason }, { who }) => [
    `${who} uploaded the catalogue ${fileName}`,
    now('Items', `${added} added, ${changed} changed, ${retired} retired`),
    now('Active from (UTC)', inMinutes(activatesAt)),
    now('Reason', reason),
  ],
  CatalogueActivated: ({ fileName }, { who }) => `${who} activated the catalogue ${fileName}`,
  CatalogueOutdated: ({ fileName }, { who }) => [
    `${who} did not activate the catalogue ${fileName}`,
    now('Reason', 'Another version became active after it was uploaded'),
  ],
  CatalogueCanceled: ({ fileName, reason }, { who }) => [
    `${who} canceled the catalogue ${fileName} before its time`,
    now('Reason', reason),
  ],
};
