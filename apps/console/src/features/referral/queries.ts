import type { OrderForm } from '@throughline/domain';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call, searchQuery } from '../../api/api.js';

export interface ReferralListQuestion {
  /** Counted from 0. */
  readonly page: number;
  readonly search: string;
  readonly status: readonly string[];
  readonly field: string;
  readonly direction: 'asc' | 'desc';
  readonly includeCompany: boolean;
}

/** One page of the list; a newer question cancels the one under way, and the old page stays until the new one is there. */
export const referralListQuery = ({ page, search, status, field, direction, includeCompany }: ReferralListQuestion) =>
  queryOptions({
    queryKey: ['referral-list', { page, search, status, field, direction, includeCompany }],
    queryFn: ({ signal }) => {
      const sortModel = JSON.stringify([{ field, sort: direction }]);
      return call(
        'GET /referrals',
        { query: { page, ...searchQuery(search), status, includeCompany, sortModel } },
        { signal },
      );
    },
    placeholderData: keepPreviousData,
  });

export const referralQuery = (id: string) =>
  queryOptions({
    queryKey: ['referral', id],
    queryFn: ({ signal }) => call('GET /referrals/referral/{id}', { params: { id } }, { signal }),
  });

/** What anybody with the id may see. */
export const limitedReferralQuery = (id: string) =>
  queryOptions({
    queryKey: ['limited-referral', id],
    queryFn: ({ signal }) => call('GET /referrals/referral/{id}/limited', { params: { id } }, { signal }),
  });

/** How far the PDF, the checks of files and the benefit of an order are. */
export const submissionQuery = (id: string) =>
  queryOptions({
    queryKey: ['submission', id],
    queryFn: ({ signal }) => call('GET /referrals/referral/{id}/submission', { params: { id } }, { signal }),
  });

/** Read before the notes, so that every change after it is not in them. They are a list without a position of their own. */
const feedBefore = async (signal: AbortSignal) => (await call('GET /notes/unread', {}, { signal })).feed;

/** The external notes of a referral. */
export const notesQuery = (id: string) =>
  queryOptions({
    queryKey: ['notes', id],
    queryFn: async ({ signal }) => {
      const feed = await feedBefore(signal);
      return { feed, notes: await call('GET /notes/{referralId}', { params: { referralId: id } }, { signal }) };
    },
  });

/** For the provider's people alone. */
export const internalNotesQuery = (id: string) =>
  queryOptions({
    queryKey: ['internal-notes', id],
    queryFn: async ({ signal }) => {
      const feed = await feedBefore(signal);
      return { feed, notes: await call('GET /internal-notes/referral/{id}', { params: { id } }, { signal }) };
    },
  });

/** Texts that a new note can begin with. */
export const noteTemplatesQuery = queryOptions({
  queryKey: ['note-templates'],
  queryFn: ({ signal }) => call('GET /notesTemplates', {}, { signal }),
});

/** Whom an internal note can mention, for the provider's people. */
export const colleaguesQuery = queryOptions({
  queryKey: ['assignees'],
  queryFn: ({ signal }) => call('GET /tasks/assignees', {}, { signal }),
});

/** Choices that do not change while somebody fills in a form. */
export const sourcesQuery = queryOptions({
  queryKey: ['referral-sources'],
  queryFn: ({ signal }) => call('GET /referrals/referral/sources', {}, { signal }),
  staleTime: Infinity,
});

export const companiesQuery = queryOptions({
  queryKey: ['companies'],
  queryFn: ({ signal }) => call('GET /companies', {}, { signal }),
  staleTime: Infinity,
});

/** How often at most an open form asks again what it offers. What administrators change counts at every node within these five seconds. */
const OFFER_STALE_MS = 5_000;

/** The items that this form offers in a state; not requested while there is no state. */
export function itemsQuery({ itemCategory, payor }: OrderForm, state: string) {
  const body = { state, itemCategory, groupId: payor?.groupId ?? null };
  return queryOptions({
    queryKey: ['items', body],
    queryFn: ({ signal }) => call('POST /items', { body }, { signal }),
    enabled: state !== '',
    staleTime: OFFER_STALE_MS,
    refetchOnWindowFocus: true,
  });
}
