import { describe, expect, it } from '@jest/globals';
import { accountDecider, type SavedView } from '@throughline/domain';
import { project } from '../testing/project.js';
import { Story } from '../testing/story.js';
import { savedViewProjection } from './saved-view.js';

const view = (name: string, search = 'state=AZ'): SavedView => ({ screen: 'queue', name, search });
const save = (data: SavedView) => ({ type: 'SaveView', data }) as const;

describe('A person’s saved views', () => {
  it('are a row of the person, which is empty after their removal', () => {
    const story = new Story()
      .execute(accountDecider, 'ana', save(view('Arizona')))
      .execute(accountDecider, 'ben', save(view('Texas')))
      .execute(accountDecider, 'ana', save(view('ARIZONA', 'state=AZ&tab=mine')));
    expect([...project(savedViewProjection, story.events).rows.values()]).toEqual([
      { user_id: 'ana', views: [view('ARIZONA', 'state=AZ&tab=mine')] },
      { user_id: 'ben', views: [view('Texas')] },
    ]);
    story.execute(accountDecider, 'ana', { type: 'RemoveView', data: { screen: 'queue', name: 'arizona' } });
    expect(project(savedViewProjection, story.events).rows.get('ana')).toEqual({ user_id: 'ana', views: [] });
  });

  it('have no row when only the account is created', () => {
    const story = new Story();
    story.record('account-ana', { type: 'AccountCreated', data: { userId: 'ana' } });
    expect(project(savedViewProjection, story.events).rows.size).toBe(0);
  });
});
