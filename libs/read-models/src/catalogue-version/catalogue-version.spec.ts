import { describe, expect, it } from '@jest/globals';
import { catalogueDecider, type CatalogueItem } from '@throughline/domain';
import { project } from '../testing/project.js';
import { Story } from '../testing/story.js';
import { catalogueVersionProjection } from './catalogue-version.js';

describe('The versions of the catalogue', () => {
  it('say who planned each, when and why, and who canceled it', () => {
    const gloves: CatalogueItem = {
      id: 'gloves',
      itemCategory: 'Supplies',
      item: 'Gloves',
      description: 'Each.',
      hcpcs: null,
      image: null,
      options: [],
      states: 'all',
      groups: 'all',
    };
    const story = new Story();
    const plannedAt = story.now;
    const version = { fileName: 'winter.csv', items: [gloves], reason: 'Winter', plannedAt };
    const facts = {
      comparedWith: null,
      active: { versionId: null, items: [] },
      activatesAt: '2026-12-24T06:00:00.000Z',
    };
    story.execute(catalogueDecider, 'v1', { type: 'PlanCatalogue', data: { versionId: 'v1', ...version, ...facts } });
    const canceledAt = story.now;
    story.execute(catalogueDecider, 'v1', {
      type: 'CancelCatalogue',
      data: { versionId: 'v1', reason: 'No', canceledAt },
    });
    const by = 'ana.ruiz@plan.example';
    expect(project(catalogueVersionProjection, story.events).rows.get('v1')).toEqual({
      version_id: 'v1',
      planned_at: plannedAt,
      activates_at: facts.activatesAt,
      status: 'canceled',
      items: [gloves],
      version: {
        versionId: 'v1',
        fileName: 'winter.csv',
        itemCount: 1,
        reason: 'Winter',
        plannedBy: by,
        changes: { added: 1, changed: 0, retired: 0 },
        canceled: { at: canceledAt, by, reason: 'No' },
      },
    });
  });
});
