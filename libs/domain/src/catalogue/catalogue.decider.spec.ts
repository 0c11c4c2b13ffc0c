import { describe, it } from '@jest/globals';
import { given } from '../kernel/given.testing.js';
import type { CatalogueItem } from './catalogue.js';
import { catalogueDecider, type PlanCatalogue } from './catalogue.decider.js';
import type { CatalogueEvent, CataloguePlanned } from './catalogue.events.js';

const gloves: CatalogueItem = {
  id: 'gloves',
  itemCategory: 'Supplies',
  item: 'Gloves',
  description: 'Each.',
  hcpcs: 'A4927',
  image: null,
  options: [],
  states: 'all',
  groups: 'all',
};
const version = {
  versionId: 'v1',
  fileName: 'winter.csv',
  items: [gloves],
  reason: 'Winter',
  plannedAt: '2026-11-23T15:00:00.000Z',
};
const NOON = '2026-11-24T18:00:00.000Z';
const plan = (more: Partial<PlanCatalogue['data']> = {}): PlanCatalogue => ({
  type: 'PlanCatalogue',
  data: { ...version, activatesAt: NOON, comparedWith: null, active: { versionId: null, items: [] }, ...more },
});
const planned = (activatesAt = NOON): CatalogueEvent => ({
  type: 'CataloguePlanned',
  data: { ...version, changes: { added: 1, changed: 0, retired: 0 }, comparedWith: null, activatesAt },
});
const activated = (activatedAt = NOON): CatalogueEvent => ({
  type: 'CatalogueActivated',
  data: { versionId: 'v1', fileName: 'winter.csv', activatedAt },
});
const cancel = {
  type: 'CancelCatalogue',
  data: { versionId: 'v1', reason: 'Too early', canceledAt: NOON },
} as const;
const canceled: CatalogueEvent = { type: 'CatalogueCanceled', data: { ...cancel.data, fileName: 'winter.csv' } };
const activate = (activeVersionId: string | null = null) =>
  ({ type: 'ActivateCatalogue', data: { versionId: 'v1', activeVersionId, activatedAt: NOON } }) as const;
const outdated: CatalogueEvent = {
  type: 'CatalogueOutdated',
  data: { versionId: 'v1', fileName: 'winter.csv', activeVersionId: 'v2', outdatedAt: NOON },
};

describe('A version of the catalogue', () => {
  it('is planned for a time, and counts what it changes', () => {
    given(catalogueDecider, []).when(plan()).then([planned()]);
    given(catalogueDecider, [planned()]).when(plan()).thenNothing();
  });

  it('is activated at once without a time', () => {
    given(catalogueDecider, [])
      .when(plan({ activatesAt: null }))
      .then([planned(version.plannedAt), activated(version.plannedAt)]);
  });

  it('is not planned for a time that is over, nor if nothing changes', () => {
    given(catalogueDecider, [])
      .when(plan({ activatesAt: version.plannedAt }))
      .thenRejected('catalogue/time-over');
    const active = { versionId: null, items: [gloves] };
    for (const activatesAt of [null, NOON])
      given(catalogueDecider, []).when(plan({ activatesAt, active })).thenRejected('catalogue/no-change');
  });

  it('is not planned by somebody who compared it with a version that is no longer active', () => {
    given(catalogueDecider, [])
      .when(plan({ active: { versionId: 'v0', items: [] } }))
      .thenRejected('catalogue/compared-with-another');
  });

  it('is activated once, unless it was canceled', () => {
    given(catalogueDecider, [planned()]).when(activate()).then([activated()]);
    given(catalogueDecider, [planned(), activated()]).when(activate()).thenNothing();
    given(catalogueDecider, [planned(), canceled]).when(activate()).thenNothing();
    given(catalogueDecider, []).when(activate()).thenNothing();
  });

  it('is not activated over a version that its author did not see', () => {
    given(catalogueDecider, [planned()]).when(activate('v2')).then([outdated]);
    given(catalogueDecider, [planned(), outdated]).when(activate()).thenNothing();
    given(catalogueDecider, [planned(), outdated]).when(cancel).thenRejected('catalogue/not-planned');
  });

  it('is activated over any version if it was planned before events said what it was compared with', () => {
    const { comparedWith: _, ...data } = (planned() as CataloguePlanned).data;
    given(catalogueDecider, [{ type: 'CataloguePlanned', data }])
      .when(activate('v2'))
      .then([activated()]);
  });

  it('is canceled before its time, once', () => {
    given(catalogueDecider, [planned()]).when(cancel).then([canceled]);
    given(catalogueDecider, [planned(), canceled]).when(cancel).thenRejected('catalogue/not-planned');
    given(catalogueDecider, [planned(), activated()]).when(cancel).thenRejected('catalogue/activated');
    given(catalogueDecider, []).when(cancel).thenRejected('catalogue/not-found');
  });
});
