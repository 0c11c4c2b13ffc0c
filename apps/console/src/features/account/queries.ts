import type { ViewScreen } from '@throughline/domain';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { RequestOf } from '@throughline/contracts';
import { call } from '../../api/api.js';

export type UserFilter = NonNullable<NonNullable<RequestOf<'GET /users'>['query']>['filter']>;

/** A person's saved views of a screen. In a file of its own: the button and the parts that are loaded later both use it. */
export const viewsQuery = (screen: ViewScreen) =>
  queryOptions({
    queryKey: ['views', screen],
    queryFn: ({ signal }) => call('GET /users/user/views', { query: { screen } }, { signal }),
  });

export const userQuery = (id: string) =>
  queryOptions({
    queryKey: ['user', id],
    queryFn: ({ signal }) => call('GET /users/user/{id}', { params: { id } }, { signal }),
  });

/** What administrators did to one account, or at all (no person), newest first; for auditors. */
export const adminActsQuery = (question: {
  readonly person?: string;
  readonly search?: string;
  readonly page: number;
}) =>
  queryOptions({
    queryKey: ['user', question.person ?? 'all', 'acts', question],
    queryFn: ({ signal }) => call('GET /acts', { query: question }, { signal }),
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
  /** From 0. */
  readonly page: number;
}

export const usersQuery = ({ search, filter, page }: UsersQuestion) =>
  queryOptions({
    queryKey: ['users', search, filter, page],
    queryFn: ({ signal }) => call('GET /users', { query: { search, filter, page } }, { signal }),
    placeholderData: keepPreviousData,
  });
