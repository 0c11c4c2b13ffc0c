import {
  filtersOf,
  QUEUE_FILTERS,
  QUEUE_TABS,
  type QueueFilter,
  type QueueFilters,
  type QueueTab,
  type RequestOf,
  TASK_SORT_FIELDS,
  type TaskSortField,
} from '@throughline/contracts';
import { searchQuery } from '../../../api/api.js';

export type TaskQueueQuery = NonNullable<RequestOf<'GET /tasks'>['query']>;

export const QUEUE_PAGE_SIZE = 25;

export const NO_FILTERS: QueueFilters = filtersOf(() => []);

/** The part of the queue that is on screen. All of it is in the URL, so that Back, reload and a shared link keep it. */
export interface QueueView {
  readonly tab: QueueTab;
  readonly search: string;
  /** A filter without values does not narrow the queue. */
  readonly filters: QueueFilters;
  readonly sort: { readonly field: TaskSortField; readonly sort: 'asc' | 'desc' };
  /** Counted from 0. */
  readonly page: number;
}

/** Filters that are not named stay as they are; the page is the first one unless it is named. */
export type QueueChange = Partial<Omit<QueueView, 'filters'>> & {
  readonly filters?: Partial<QueueFilters> | undefined;
};

const DEFAULT_SORT = { field: 'dueAt', sort: 'asc' } as const;

/** Reads a view from an address. A missing or invalid parameter has its default. */
export function queueViewOf(address: URLSearchParams): QueueView {
  const [field, direction] = (address.get('sort') ?? '').split(':');
  const sortField = TASK_SORT_FIELDS.find((one) => one === field);
  const page = Number(address.get('page') ?? 1);
  return {
    tab: QUEUE_TABS.find((tab) => tab === address.get('tab')) ?? 'unassigned',
    search: address.get('search') ?? '',
    filters: filtersOf((name) => (address.get(name) ?? '').split(',').filter((value) => value !== '')),
    sort: sortField ? { field: sortField, sort: direction === 'desc' ? 'desc' : 'asc' } : DEFAULT_SORT,
    page: Number.isInteger(page) && page > 0 ? page - 1 : 0,
  };
}

/** The address of a view, without defaults. Pages are counted from 1 there. */
export function addressOf({ tab, search, filters, sort, page }: QueueView): URLSearchParams {
  const address = new URLSearchParams();
  if (tab !== 'unassigned') address.set('tab', tab);
  if (search !== '') address.set('search', search);
  for (const name of QUEUE_FILTERS) if (filters[name].length > 0) address.set(name, filters[name].join(','));
  if (sort.field !== DEFAULT_SORT.field || sort.sort !== DEFAULT_SORT.sort) {
    address.set('sort', `${sort.field}:${sort.sort}`);
  }
  if (page > 0) address.set('page', String(page + 1));
  return address;
}

export function addressAfter(address: URLSearchParams, { filters, ...change }: QueueChange): URLSearchParams {
  const before = queueViewOf(address);
  return addressOf({ ...before, page: 0, ...change, filters: { ...before.filters, ...filters } });
}

export function queueQueryOf({ tab, search, filters, sort, page }: QueueView): TaskQueueQuery {
  return {
    tab,
    ...searchQuery(search),
    ...filterQuery(filters),
    sortModel: isDefaultOrder({ tab, sort }) ? '' : JSON.stringify([sort]),
    page,
    pageSize: QUEUE_PAGE_SIZE,
  };
}

/** Only filters with values are sent. */
export const filterQuery = (filters: Partial<QueueFilters>): Readonly<Partial<Record<QueueFilter, string>>> =>
  Object.fromEntries(
    Object.entries(filters).flatMap(([name, values]) => (values.length === 0 ? [] : [[name, values.join(',')]])),
  );

/**
 * True for the server's default order: by due day, or for completed tasks the latest completion first. Completed tasks are never sorted by
 * due day.
 */
const isDefaultOrder = ({ tab, sort }: Pick<QueueView, 'tab' | 'sort'>): boolean =>
  sort.field === 'dueAt' && (sort.sort === 'asc' || tab === 'completed');

export const isNarrowed = ({ search, filters }: QueueView): boolean =>
  search !== '' || QUEUE_FILTERS.some((name) => filters[name].length > 0);
