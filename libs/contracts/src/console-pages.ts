import { ORDER_FORM_IDS, ORDER_FORMS } from '@throughline/domain';

/** A file of the console's routes, without its extension. */
export type ConsolePageFile = keyof typeof PATHS | 'create-referral' | 'home';

export interface ConsolePage {
  /** A segment that begins with a colon matches any segment. */
  readonly path: string;
  readonly file: ConsolePageFile;
  /** Whether it is in the layout that loads what reads from the API. */
  readonly reads: boolean;
}

const PATHS = {
  referrals: '/referrals',
  referral: '/referral/:id',
  'check-referral': '/check-referral',
  help: '/help',
  'contact-us': '/contact-us',
  messages: '/messages',
  message: '/message/:token',
  updates: '/updates',
  notes: '/notes',
  queue: '/queue',
  task: '/task/:taskId',
  'audit-search': '/audit',
  audit: '/audit/:id',
  activate: '/activate/:token',
  'reset-password': '/reset-password/:token',
  'eligible-members': '/admin/eligible-members',
  'audit-accounts': '/audit/accounts',
  unsubscribe: '/unsubscribe/:token',
  user: '/user',
  admin: '/admin',
} as const;

/**
 * The pages that the console loads on demand. Its router is made from this list. The API uses it to name the scripts of a page in the
 * response to the page's address, so that the browser requests all of them at once.
 */
export const CONSOLE_PAGES: readonly ConsolePage[] = [
  { path: '/', file: 'home', reads: false },
  ...ORDER_FORM_IDS.map((id): ConsolePage => ({ path: ORDER_FORMS[id].route, file: 'create-referral', reads: true })),
  { path: '/user/:id', file: 'user', reads: true },
  ...Object.entries(PATHS).map(([file, path]) => ({ path, file: file as keyof typeof PATHS, reads: true })),
];
