import { VIEW_SCREENS } from '@throughline/domain';
import { z } from 'zod';
import { readQuery } from '../envelope.contract.js';
import { canonicalSearch } from '../search/list-address.js';
import { asSeen, requiredText } from '../order/fields.js';

export const VIEW_NAME_LENGTH = 50;
const VIEW_SEARCH_LENGTH = 1000;

export const viewName = requiredText('Name', VIEW_NAME_LENGTH);

const screen = z.enum(VIEW_SCREENS);

/** GET /users/user/views (ours): the caller's saved views of a screen. */
export const listViewsQuery = readQuery.extend({ screen });

/** Sorted by name. */
export const savedViews = z.array(z.object({ name: z.string(), search: z.string() }));
export type SavedViews = z.infer<typeof savedViews>;

/**
 * POST /users/user/views (ours): replaces a view of the same name. `search` is the query of the screen's address. `seen` is the query of
 * the view of this name, as shown to its author, or null if there was none; absent: the view is replaced in any case. `renames` is the name
 * until now of a view with this `search`, which gets another name.
 */
export const saveViewBody = z.object({
  screen,
  name: viewName,
  search: z
    .string()
    .max(VIEW_SEARCH_LENGTH, 'These are too many filters to keep as a view.')
    .transform((search) => canonicalSearch(search)),
  seen: asSeen({ search: z.string().nullable() }).optional(),
  renames: viewName.optional(),
});

/** POST /users/user/views/remove (ours). `seen` is the view of this name that its author saw; absent: any view of that name is removed. */
export const removeViewBody = z.object({
  screen,
  name: viewName,
  seen: asSeen({ search: z.string() }).optional(),
});
