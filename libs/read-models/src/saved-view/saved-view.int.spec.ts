import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { accountDecider, type SavedView } from '@throughline/domain';
import { append, type Engines, openEngines, projectAll } from '../testing/engines.js';
import { Story } from '../testing/story.js';
import { listSavedViews } from './saved-view.js';

describe('Listing a person’s saved views', () => {
  let engines: Engines;
  beforeAll(async () => {
    engines = await openEngines();
    const story = new Story();
    const save = (userId: string, screen: SavedView['screen'], name: string) =>
      story.execute(accountDecider, userId, { type: 'SaveView', data: { screen, name, search: `search=${name}` } });
    for (const name of ['week 10', 'Week 9', 'arizona']) save('ana', 'queue', name);
    save('ana', 'referrals', 'Shipped');
    save('ben', 'queue', 'Texas');
    await append(engines.store, story.events);
    await projectAll(engines);
  });
  afterAll(() => engines.close());

  it('returns those of the screen, in the order of their names', async () => {
    expect(await listSavedViews(engines.db, 'ana', 'queue')).toEqual([
      { name: 'arizona', search: 'search=arizona' },
      { name: 'Week 9', search: 'search=Week 9' },
      { name: 'week 10', search: 'search=week 10' },
    ]);
    expect(await listSavedViews(engines.db, 'ana', 'referrals')).toEqual([
      { name: 'Shipped', search: 'search=Shipped' },
    ]);
  });

  it('returns none of another person', async () => {
    expect((await listSavedViews(engines.db, 'ben', 'queue')).map(({ name }) => name)).toEqual(['Texas']);
    expect(await listSavedViews(engines.db, 'eve', 'queue')).toEqual([]);
  });
});
