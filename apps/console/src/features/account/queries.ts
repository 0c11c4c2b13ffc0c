import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { RequestOf, User } from '@throughline/contracts';
import { call, searchQuery } from '../../api/api.js';
import { READ_AGAIN_MS } from '../../api/query-client.js';

export type UserFilter = NonNullable<NonNullable<RequestOf<'GET /users'>['query']>['filter']>;

export const userQuery = (id: string) =>
  queryOptions({
    queryKey: ['user', id],
    queryFn: ({ signal }) => call('GET /users/user/{id}', { params: { id } }, { signal }),
    refetchInterval: READ_AGAIN_MS,
  });

/** The acts of administrators on one account, or on everything if there is no person, newest first. For auditors. */
export const adminActsQuery = (question: {
  readonly person?: string;
  readonly search?: string;
  readonly page: number;
}) =>
  queryOptions({
    queryKey: ['user', question.person ?? 'all', 'acts', question],
    queryFn: ({ signal }) =>
      call('GET /acts', { query: { ...question, ...searchQuery(question.search ?? '') } }, { signal }),
    placeholderData: keepPreviousData,
  });

/** The groups that people of a company can be enrolled in. */
export const groupsQuery = (id: string, company: number) =>
  queryOptions({
    queryKey: ['user', id, 'groups', company],
    queryFn: ({ signal }) => call('GET /users/groups/{id}', { params: { id }, query: { company } }, { signal }),
  });

export const sessionsQuery = queryOptions({
  queryKey: ['own-sessions'],
  queryFn: ({ signal }) => call('GET /users/user/sessions', {}, { signal }),
});

/** Companies that people can belong to. */
export const companiesQuery = queryOptions({
  queryKey: ['companies'],
  queryFn: ({ signal }) => call('GET /companies', {}, { signal }),
  staleTime: Infinity,
});

export interface UsersQuestion {
  readonly search: string;
  readonly filter: UserFilter;
  /** Counted from 0. */
  readonly page: number;
}

export const usersQuery = ({ search, filter, page }: UsersQuestion) =>
  queryOptions({
    queryKey: ['users', search, filter, page],
    queryFn: ({ signal }) => call('GET /users', { query: { search, filter, page } }, { signal }),
    placeholderData: keepPreviousData,
  });

/** The maximum page size of the API. */
const PEOPLE_LISTED = 100;

/** All site administrators, read page by page. */
export const siteAdminsQuery = queryOptions({
  queryKey: ['users', 'site-admins'],
  queryFn: async ({ signal }) => {
    const admins = new Map<string, User>();
    for (let page = 0, pages = 1; page < pages; page++) {
      const query = { filter: 'site-admins', page, pageSize: PEOPLE_LISTED } as const;
      const { rows, rowCount } = await call('GET /users', { query }, { signal });
      for (const admin of rows) admins.set(admin.id, admin);
      pages = Math.ceil(rowCount / PEOPLE_LISTED);
    }
    return [...admins.values()];
  },
});

/** The active people of a company whom a search finds, first page only. */
export const peopleOfCompanyQuery = (companyId: number, search = '') =>
  queryOptions({
    queryKey: ['users', 'of-company', companyId, search],
    queryFn: ({ signal }) =>
      call('GET /users', { query: { filter: 'active', companyId, search, pageSize: PEOPLE_LISTED } }, { signal }),
    placeholderData: keepPreviousData,
  });

const ARRIVAL_INTERVAL_MS = 1_000;
/** Limits the reads: an account may never appear if the identity provider is down or the person belongs to another company. */
const ARRIVAL_READS = 60;

/** Whether an account with this address exists. Read again until it does. */
export const arrivalQuery = (email: string) =>
  queryOptions({
    queryKey: ['arriving-user', email],
    queryFn: async ({ signal }) => {
      const { rows } = await call('GET /users', { query: { search: email, filter: 'all', page: 0 } }, { signal });
      return rows.some((user) => user.email.toLowerCase() === email.toLowerCase());
    },
    refetchInterval: ({ state }) =>
      state.data === true || state.dataUpdateCount + state.errorUpdateCount >= ARRIVAL_READS
        ? false
        : ARRIVAL_INTERVAL_MS,
  });
