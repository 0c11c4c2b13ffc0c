import type { ItemsByCategory, ListItemsBody } from '@throughline/contracts';
import { api } from '../../../api/api.js';

/** What can be ordered for a member of a state. */
export const listItems = (question: ListItemsBody, signal: AbortSignal): Promise<ItemsByCategory> =>
  api.post<ItemsByCategory>('/items/', question, { signal });
