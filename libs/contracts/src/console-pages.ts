import { CASE_PAGES, ORDER_FORM_HEADS } from '@throughline/domain';

/** The file name of a route component of the console, without its extension. */
export type ConsolePageFile = keyof typeof PAGES | 'create-referral' | 'home';

export interface ConsolePage {
  /** A segment that begins with a colon matches any segment. */
  readonly path: string;
  readonly file: ConsolePageFile;
  /** Whether the page is in the layout whose pages read from the API. */
  readonly reads: boolean;
  /**
   * Whether its texts exist in every language. Another page is in English for every reader, including the parts that it shares with
   * translated pages.
   */
  readonly translated: boolean;
}

const PAGES = {
  referrals: { path: '/referrals', translated: true },
  referral: { path: CASE_PAGES.referral, translated: true },
  'check-referral': { path: '/check-referral', translated: true },
  help: { path: '/help', translated: true },
  'contact-us': { path: '/contact-us', translated: true },
  messages: { path: '/messages', translated: false },
  message: { path: '/message/:token', translated: true },
  updates: { path: '/updates', translated: true },
  notes: { path: '/notes', translated: true },
  queue: { path: '/queue', translated: false },
  task: { path: CASE_PAGES.task, translated: false },
  'audit-search': { path: '/audit', translated: false },
  audit: { path: CASE_PAGES.audit, translated: false },
  activate: { path: '/activate/:token', translated: true },
  'reset-password': { path: '/reset-password/:token', translated: true },
  'eligible-members': { path: '/admin/eligible-members', translated: false },
  'audit-accounts': { path: '/audit/accounts', translated: false },
  unsubscribe: { path: '/unsubscribe/:token', translated: true },
  user: { path: '/user', translated: true },
  admin: { path: '/admin', translated: false },
} as const;

/**
 * The pages that the console loads on demand. Its router is made from this list. The API uses it to name the scripts of a page in the
 * response to the page's address, so that the browser requests all of them at once.
 */
export const CONSOLE_PAGES: readonly ConsolePage[] = [
  { path: '/', file: 'home', reads: false, translated: true },
  ...Object.values(ORDER_FORM_HEADS).map(({ route }): ConsolePage => ({
    path: route,
    file: 'create-referral',
    reads: true,
    translated: true,
  })),
  { path: '/user/:id', file: 'user', reads: true, translated: PAGES.user.translated },
  ...Object.entries(PAGES).map(([file, page]) => ({ ...page, file: file as keyof typeof PAGES, reads: true })),
];
