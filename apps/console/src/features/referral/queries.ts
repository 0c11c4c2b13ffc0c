import type { OrderForm } from '@throughline/domain';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call, searchQuery } from '../../api/api.js';

export interface ReferralListQuestion {
  /** The first page is 0. */
  readonly page: number;
  readonly search: string;
  readonly status: readonly string[];
  readonly field: string;
  readonly direction: 'asc' | 'desc';
  readonly includeCompany: boolean;
}

/** One page of the list. A new query cancels the previous request, and the old page stays until the new one is loaded. */
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
    queryFn: (reading) => call('GET /referrals/referral/{id}', { params: { id } }, reading),
  });

/** The part of a referral that anybody who knows its id may see. */
export const limitedReferralQuery = (id: string) =>
  queryOptions({
    queryKey: ['limited-referral', id],
    queryFn: (reading) => call('GET /referrals/referral/{id}/limited', { params: { id } }, reading),
  });

/** The progress of an order's PDF, its file checks and its benefit. */
export const submissionQuery = (id: string) =>
  queryOptions({
    queryKey: ['submission', id],
    queryFn: (reading) => call('GET /referrals/referral/{id}/submission', { params: { id } }, reading),
  });

/**
 * Reads the feed's position before the notes, so that later changes are not missed. The answer with the notes is a plain list without a
 * position.
 */
const feedBefore = async (signal: AbortSignal) => (await call('GET /notes/unread', {}, { signal })).feed;

export const notesQuery = (id: string) =>
  queryOptions({
    queryKey: ['notes', id],
    queryFn: async (reading) => {
      const feed = await feedBefore(reading.signal);
      return { feed, notes: await call('GET /notes/{referralId}', { params: { referralId: id } }, reading) };
    },
  });

/** A referral's internal notes, for the provider's people only. */
export const internalNotesQuery = (id: string) =>
  queryOptions({
    queryKey: ['internal-notes', id],
    queryFn: async (reading) => {
      const feed = await feedBefore(reading.signal);
      return { feed, notes: await call('GET /internal-notes/referral/{id}', { params: { id } }, reading) };
    },
  });

/** Templates for the text of a new note. */
export const noteTemplatesQuery = queryOptions({
  queryKey: ['note-templates'],
  queryFn: ({ signal }) => call('GET /notesTemplates', {}, { signal }),
});

/** The choices do not change while somebody fills in a form. */
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

/**
 * The minimum age at which an open form reads its offer again. An administrator's change takes effect on every node within these five
 * seconds.
 */
const OFFER_STALE_MS = 5_000;

/** The items that this form offers in a state. No request is sent without a state. */
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

/** Which of the items of a cart are offered in some state. Asked if some of them are not offered in the member's. */
export function offeredSomewhereQuery({ itemCategory, payor }: OrderForm, catalogueIds: readonly string[]) {
  const body = { itemCategory, groupId: payor?.groupId ?? null, catalogueIds: [...new Set(catalogueIds)].sort() };
  return queryOptions({
    queryKey: ['items-offered', body],
    queryFn: ({ signal }) => call('POST /items/offered', { body }, { signal }),
    enabled: catalogueIds.length > 0,
    staleTime: OFFER_STALE_MS,
  });
}
