import { VIEW_SCREENS } from '@throughline/domain';
import { z } from 'zod';
import { readQuery } from './referral.contract.js';

export const VIEW_NAME_LENGTH = 50;
const VIEW_SEARCH_LENGTH = 1000;

export const viewName = z
  .string()
  .trim()
  .min(1, 'Name is required.')
  .max(VIEW_NAME_LENGTH, `Name is limited to ${VIEW_NAME_LENGTH} characters.`);

/**
 * A screen's query in the one form that equal views share: without the page, settings and the values of a filter in order.
 * Where two addresses have the same, they show the same.
 */
export function canonicalSearch(search: string | URLSearchParams): string {
  const canonical = new URLSearchParams();
  for (const [setting, value] of new URLSearchParams(search)) {
    if (setting === 'page' || value === '') continue;
    canonical.set(setting, setting === 'search' ? value : value.split(',').sort().join(','));
  }
  canonical.sort();
  return canonical.toString();
}

const screen = z.enum(VIEW_SCREENS);

/** GET /users/user/views (ours): what the caller keeps of a screen. */
export const listViewsQuery = readQuery.extend({ screen });

/** By name. */
export const savedViews = z.array(z.object({ name: z.string(), search: z.string() }));
export type SavedViews = z.infer<typeof savedViews>;

/** POST /users/user/views (ours): the same name again replaces. `search` is the query of the screen's address. */
export const saveViewBody = z.object({
  screen,
  name: viewName,
  search: z
    .string()
    .max(VIEW_SEARCH_LENGTH, 'These are too many filters to keep as a view.')
    .transform((search) => canonicalSearch(search)),
});
export type SaveViewBody = z.infer<typeof saveViewBody>;

/** POST /users/user/views/remove (ours). */
export const removeViewBody = z.object({ screen, name: viewName });
export type RemoveViewBody = z.infer<typeof removeViewBody>;
