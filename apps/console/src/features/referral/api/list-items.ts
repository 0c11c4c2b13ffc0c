import type { ItemsByCategory, ListItemsBody } from '@throughline/contracts';
import type { OrderForm } from '@throughline/domain';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../api/api.js';

/** What this form offers for a member of a state; nothing is asked while there is no state. */
export function itemsQuery({ itemCategory, payor }: OrderForm, state: string) {
  const question: ListItemsBody = { state, itemCategory, groupId: payor?.groupId ?? null };
  return queryOptions({
    queryKey: ['items', question],
    queryFn: ({ signal }) => api.post<ItemsByCategory>('/items/', question, { signal }),
    enabled: state !== '',
  });
}
