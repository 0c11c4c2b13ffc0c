/** Patterns for modules of the console and of MUI. */
const ours = (names: string) => `apps/console/src/(${names})`;
const mui = (names: string) => `node_modules/@mui/material/(${names})/`;
const group = (name: string, ...parts: readonly string[]) => ({ name, test: new RegExp(parts.join('|')) });

/**
 * Code that several pages share is bundled into a few files by purpose. Each file costs half a kilobyte of headers and a turn on one of six
 * connections, and the bundler alone would make one file for each set of pages: fifty for an order form. A page therefore loads a little
 * code that it does not use. The budgets in e2e/figures/first-load.e2e.spec.ts limit how much. A module, with its imports, goes into the first
 * group that matches it.
 */
export const FILE_GROUPS = [
  // Every page.
  { name: 'start', tags: ['$initial' as const] },
  // Every page that reads from the API.
  group(
    'reads',
    'node_modules/@tanstack/(query-core|react-query)/',
    ours(
      'api/(query-client|queries|use-command)|live/(follow-live|use-live-topic|use-unread-notes)|ui/(words/(when|calendar)|use-clock|page/at-rest)',
    ),
    'libs/(domain/src/(kernel/terms|referral/order/item-name|file/file\\.events)|contracts/src/search/list-address)',
    'node_modules/@mui/(utils|material/(utils|transitions|Portal))/',
  ),
  group('home', mui('Card|CardActionArea')),
  // Pages that need a sign-in.
  group(
    'signed-in',
    ours(
      'session/require-|routes/router/require-role|ui/(hints/hint\\.|page/(not-live|empty-state)|words/(one-line|referral-id|listed-name|meaning|with-meaning|counts)|steps/stage-mark|icons/page-icons)',
    ),
    ours('ui/tables/url-state'),
  ),
  // Pages that show tasks.
  group(
    'tasks',
    ours(
      'features/item-task/task/(acts/(available-actions|direct-actions)|outcome/use-record-outcome|walk/task-link|task-viewers)',
    ),
    ours('ui/words/due-day|meanwhile/use-lost-answer'),
    'libs/(domain/src/item-task/catalogue/(task-catalogue|task-outcomes|due-day)|contracts/src/(search/search-text|item-task/queue-filters))',
  ),
  group(
    'forms',
    'node_modules/react-hook-form/',
    ours(
      'ui/fields/(bound-field|not-kept|schema-resolver|use-loaded-form)|session/(storage/(drafts|stored-values)|use-owner)',
    ),
  ),
  // Forms that store what is typed.
  group('drafts', ours('draft/(kept-draft|use-draft)|ui/dialogs/draft-found')),
  // Forms, and tables with rows to select.
  group(
    'table-fields',
    ours('ui/(fields/(choice/choice-field|field)|focus)'),
    mui('Checkbox'),
    'FilledInput/filledInputClasses',
  ),
  group(
    'fields',
    ours('ui/fields/(text-field|error-summary|choice/state-choices)'),
    mui('FormControlLabel|FormGroup'),
    'libs/contracts/src/order/choices',
  ),
  // Fields of orders and of people, which the page of a task loads with its dialogs.
  group('member-fields', ours('ui/fields/(phone/|date/date-field)')),
  // The page of a referral and the page of a task.
  group(
    'case',
    ours(
      'case/member-facts|ui/(steps/(stepper|step-dot)|page/when-near|words/(member-words|waits-for))|features/referral/files/(dismissed-files|file-rows)',
    ),
    'libs/domain/src/item-task/catalogue/steppers',
  ),
  // What the page of a referral shows, apart from what it shares with the page of a task.
  group(
    'referral-parts',
    ours('features/referral/(notes/use-notes|catalogue-words)|api/carriers'),
    'libs/domain/src/(carrier/known-carriers|kernel/is-called)',
  ),
  group('task', ours('features/item-task/task/(outcome/available-outcomes|acts/task-fields|task-case)')),
  // Drafts of orders, and files to attach.
  group(
    'order-parts',
    ours('features/referral/(order-form/draft-storage|submission/unanswered-order|attachments/use-attachments)'),
    ours('ui/words/file-name'),
  ),
  group(
    'tables',
    ours(
      'ui/words/members-of-one-name|ui/tables/(data-table|data-table-parts|list-search|live-list-page|filters-button|list-filters|table-pager|show-updates|use-search-text)|features/account/views/saved-views',
    ),
  ),
  // What the header counts, whether it is live, and how the session is kept: every page of somebody who is signed in.
  group(
    'counts',
    ours('app/(header-counts|live-sign)|features/notification/(notification-bell|use-notifications)'),
    ours('session/(kept-session|session-keeper|session-expiry|renewal)'),
  ),
  // Menus and dialogs.
  group('modal', mui('Modal')),
  group('popups', mui('Popover|Menu|MenuItem|MenuList|List|ListItemIcon|ListItemText')),
  group('dialogs', ours('ui/dialogs/form-dialog'), mui('Dialog|DialogTitle|DialogContent|DialogActions')),
  // Used by searches for a time, and by the schemas.
  group('times', 'libs/contracts/src/search/(typed-time|time-zone)'),
  group('zod', ours('zod-without-eval'), 'node_modules/zod/'),
  group('registration', ours('features/account/register/(account-fields|register-dialog)')),
];
