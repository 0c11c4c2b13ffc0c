import { describe, it } from '@jest/globals';
import { given } from '../kernel/given.testing.js';
import { accountDecider, type RemoveView, type SaveView } from './account.decider.js';
import type { AccountEvent } from './account.events.js';
import { type SavedView, type SeenView, type ViewKey, VIEWS_PER_SCREEN } from './saved-view.js';

const arizona: SavedView = { screen: 'queue', name: 'My Arizona', search: 'state=AZ' };
const save = (more: Partial<SaveView['data']> = {}): SaveView => ({ type: 'SaveView', data: { ...arizona, ...more } });
const saved = (more: Partial<SavedView> = {}): AccountEvent => ({ type: 'ViewSaved', data: { ...arizona, ...more } });
const remove = (data: ViewKey & Pick<RemoveView['data'], 'seen'>): RemoveView => ({ type: 'RemoveView', data });
const removed: AccountEvent = { type: 'ViewRemoved', data: { screen: 'queue', name: 'My Arizona' } };

const MANY = Array.from({ length: VIEWS_PER_SCREEN }, (_, index) => saved({ name: `View ${index + 1}` }));

describe('A view of a screen', () => {
  it('is stored, also for a person whose account is not known yet', () => {
    given(accountDecider, []).when(save()).then([saved()]);
  });

  it('is stored once', () => {
    given(accountDecider, [saved()]).when(save()).thenNothing();
  });

  it('replaces the view of the same name, in any case', () => {
    given(accountDecider, [saved()])
      .when(save({ search: 'state=AZ&task=Shipped' }))
      .then([saved({ search: 'state=AZ&task=Shipped' })]);
    const renamed = { name: 'MY ARIZONA' };
    given(accountDecider, [saved()])
      .when(save(renamed))
      .then([saved(renamed)]);
    given(accountDecider, [saved(), saved(renamed)])
      .when(remove(arizona))
      .then([{ type: 'ViewRemoved', data: { screen: 'queue', name: 'MY ARIZONA' } }]);
  });

  it('gets another name, unless another view has it, or it is not as its author saw it', () => {
    const rename = (name: string, seen: SeenView = { search: null }) => save({ name, renames: 'My Arizona', seen });
    const mine = given(accountDecider, [saved()]);
    mine.when(rename('Phoenix')).then([removed, saved({ name: 'Phoenix' })]);
    mine.when(rename('MY ARIZONA')).then([saved({ name: 'MY ARIZONA' })]);
    mine.when(rename('My Arizona')).thenNothing();
    const both = given(accountDecider, [saved(), saved({ name: 'Phoenix', search: 'state=TX' })]);
    both.when(rename('Phoenix')).thenRejected('account/view-changed');
    both.when(rename('Phoenix', { search: 'state=TX' })).then([removed, saved({ name: 'Phoenix' })]);
    given(accountDecider, [saved({ search: 'state=NV' })])
      .when(rename('Phoenix'))
      .thenRejected('account/view-changed');
    given(accountDecider, [saved(), removed, saved({ name: 'Phoenix' })])
      .when(rename('Phoenix'))
      .thenNothing();
    given(accountDecider, MANY)
      .when(save({ name: 'Phoenix', search: arizona.search, renames: 'View 1' }))
      .then([{ type: 'ViewRemoved', data: { screen: 'queue', name: 'View 1' } }, saved({ name: 'Phoenix' })]);
  });

  it('replaces no view that its author has not seen', () => {
    const texas = (seen: SeenView | undefined) => save({ search: 'state=TX', seen });
    const replaced = saved({ search: 'state=TX' });
    const mine = given(accountDecider, [saved()]);
    mine.when(texas({ search: null })).thenRejected('account/view-changed');
    mine.when(texas({ search: 'state=NV' })).thenRejected('account/view-changed');
    mine.when(texas({ search: 'state=AZ' })).then([replaced]);
    mine.when(texas(undefined)).then([replaced]);
    given(accountDecider, [replaced])
      .when(texas({ search: null }))
      .thenNothing();
    const seen = { search: 'state=AZ' };
    mine.when(remove({ ...arizona, seen })).then([removed]);
    given(accountDecider, [replaced])
      .when(remove({ ...arizona, seen }))
      .thenRejected('account/view-changed');
    given(accountDecider, [saved(), removed])
      .when(texas({ search: 'state=AZ' }))
      .then([replaced]);
  });

  it('is separate from a view of the same name on another screen', () => {
    given(accountDecider, [saved()])
      .when(save({ screen: 'referrals' }))
      .then([saved({ screen: 'referrals' })]);
    given(accountDecider, [saved()])
      .when(remove({ screen: 'referrals', name: 'My Arizona' }))
      .thenNothing();
  });

  it('is removed by its name, once', () => {
    given(accountDecider, [saved()])
      .when(remove({ screen: 'queue', name: 'my arizona' }))
      .then([removed]);
    given(accountDecider, [saved(), removed]).when(remove(arizona)).thenNothing();
  });

  it('can be stored again after it was removed', () => {
    given(accountDecider, [saved(), removed]).when(save()).then([saved()]);
  });

  describe('when a screen has the maximum number', () => {
    it('is refused until one is removed', () => {
      given(accountDecider, MANY).when(save()).thenRejected('account/too-many-views');
      const oneLess: AccountEvent = { type: 'ViewRemoved', data: { screen: 'queue', name: 'View 7' } };
      given(accountDecider, [...MANY, oneLess])
        .when(save())
        .then([saved()]);
    });

    it('still replaces one, and is stored for another screen', () => {
      const changed = { name: 'View 7', search: 'state=TX' };
      given(accountDecider, MANY)
        .when(save(changed))
        .then([saved(changed)]);
      given(accountDecider, MANY)
        .when(save({ screen: 'referrals' }))
        .then([saved({ screen: 'referrals' })]);
    });
  });
});
