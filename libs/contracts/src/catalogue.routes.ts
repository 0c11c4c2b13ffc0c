import { z } from 'zod';
import { company, itemsByCategory, listItemsBody } from './catalogue.contract.js';
import { route } from './route/route.js';

export const catalogueRoutes = {
  /** A read, although by POST: nothing is written. */
  listItems: route('POST /items', {
    summary: "Items that a member in this state may order. Fails with 'Member state required' without a known state.",
    who: 'anyone',
    body: listItemsBody,
    answer: itemsByCategory,
  }),
  listCompanies: route('GET /companies', { summary: 'Companies.', who: 'anyone', answer: z.array(company) }),
} as const;
