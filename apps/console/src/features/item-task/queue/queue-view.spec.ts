import { describe, expect, it } from '@jest/globals';
import { addressAfter, addressOf, isNarrowed, NO_FILTERS, queueViewOf, queueQueryOf } from './queue-view.js';

const view = (text: string) => queueViewOf(new URLSearchParams(text));

describe('Queue view', () => {
  it('shows what nobody holds, soonest due first, by default', () => {
    expect(view('')).toEqual({
      tab: 'unassigned',
      search: '',
      filters: NO_FILTERS,
      sort: { field: 'dueAt', sort: 'asc' },
      page: 0,
    });
    expect(addressOf(view('')).toString()).toBe('');
  });

  it('is wholly in its address', () => {
    const text =
      'tab=mine&search=ruiz&department=Intake&task=Log+CMN%2CShipped&state=AZ&age=1-2+days&sort=stepSince%3Adesc&page=3';
    expect(addressOf(view(text)).toString()).toBe(text);
  });

  it('keeps what a change does not name, and shows the first page of what is narrowed', () => {
    const after = (text: string, change: Parameters<typeof addressAfter>[1]) =>
      addressAfter(new URLSearchParams(text), change).toString();
    expect(after('tab=mine&department=Intake&page=3', { filters: { state: ['AZ'] } })).toBe(
      'tab=mine&department=Intake&state=AZ',
    );
    expect(after('department=Intake&state=AZ&page=2', { search: 'ruiz' })).toBe(
      'search=ruiz&department=Intake&state=AZ',
    );
    expect(after('state=AZ', { page: 1 })).toBe('state=AZ&page=2');
    expect(after('search=x&state=AZ&department=Intake', { search: '', filters: NO_FILTERS })).toBe('');
  });

  it('takes no nonsense from an address', () => {
    expect(view('tab=attic&sort=color:up&page=-4&task=,,')).toEqual(view(''));
  });

  it('asks the server for it', () => {
    expect(queueQueryOf(view('tab=overdue&task=Log CMN,Shipped&page=2'))).toMatchObject({
      tab: 'overdue',
      task: 'Log CMN,Shipped',
      sortModel: '',
      page: 1,
      pageSize: 25,
    });
  });

  it('leaves the order of completed tasks to the server unless another one was chosen', () => {
    expect(queueQueryOf(view('tab=completed&sort=dueAt:desc')).sortModel).toBe('');
    expect(queueQueryOf(view('tab=completed&sort=task:desc')).sortModel).toBe('[{"field":"task","sort":"desc"}]');
  });

  it('is narrowed by a search or a filter, not by a tab', () => {
    expect(isNarrowed(view('tab=mine'))).toBe(false);
    expect(isNarrowed(view('state=AZ'))).toBe(true);
    expect(isNarrowed(view('search=x'))).toBe(true);
  });
});
