import { LIGHT } from './palette.js';

/** The variables of the light colours, with black text on white. Printers leave out pale greys. */
const ON_PAPER: Readonly<Record<string, string>> = Object.fromEntries<string>([
  ...Object.entries(LIGHT).flatMap(([name, tones]: [string, string | Readonly<Record<string, string>>]) =>
    typeof tones === 'string'
      ? [[`--mui-palette-${name}`, tones] as const]
      : Object.entries(tones).map(([tone, color]) => [`--mui-palette-${name}-${tone}`, color] as const),
  ),
  ...['text-primary', 'primary-main', 'primary-dark'].map((name) => [`--mui-palette-${name}`, '#000000'] as const),
  ['--mui-palette-text-secondary', '#333333'],
  ['--mui-palette-text-disabled', '#555555'],
  ['--mui-palette-background-default', '#ffffff'],
  ['--mui-palette-divider', '#999999'],
]);

/**
 * Styles of a printed page, in either colour scheme: what the page says, black on white, without what only a screen can use. Of an open
 * dialog, the dialog is printed. Loaded after the page.
 */
export const PRINT = {
  '@media print': {
    'html[data-scheme]': { ...ON_PAPER, colorScheme: 'light', printColorAdjust: 'exact' },
    'html, body': { backgroundColor: '#ffffff !important' },
    // Of the footer, the paper says when it was printed, and the zones. Messages and menus are beside the page.
    'footer > :not([data-paper]), body > :not(#root, .MuiDialog-root), body:has(> .MuiDialog-root) > #root': {
      display: 'none !important',
    },
    footer: { padding: '8px 0 !important', visibility: 'visible !important' },
    main: { padding: '0 !important' },
    '.MuiDialog-root, .MuiDialog-container, .MuiDialog-paper': {
      position: 'static !important',
      maxHeight: 'none !important',
      height: 'auto !important',
      overflow: 'visible !important',
    },
    // Only the open tab is printed, as the heading of what follows it.
    '.MuiButton-root, .MuiIconButton-root, .MuiBackdrop-root, .MuiTab-root:not(.Mui-selected), .MuiTabs-indicator, .MuiTabScrollButton-root':
      { display: 'none !important' },
    // Fields and switches that say nothing.
    '.MuiInputBase-root:has(:placeholder-shown), .MuiFormControlLabel-root:not(:has(:checked)), [aria-label="Outcome"] .MuiFormControl-root, [aria-label="Outcome"] .MuiFormControlLabel-root':
      { display: 'none !important' },
    a: { color: 'inherit !important', textDecoration: 'underline !important' },
    '.MuiTabs-scroller, .MuiTabs-root': { overflow: 'visible !important' },
    // A table has the width of the paper, and all of its text.
    'main div:has(> table)': { minWidth: '0 !important', border: 0, overflow: 'visible !important' },
    'main table': { minWidth: '0 !important', tableLayout: 'auto !important' },
    'main :is(th, td)': {
      position: 'static !important',
      width: 'auto !important',
      height: 'auto !important',
      padding: '4px 6px !important',
    },
    'main :is(th, td), main :is(th, td) :is([title], em, .MuiChip-root, .MuiChip-label)': {
      maxWidth: 'none !important',
      overflow: 'visible !important',
      whiteSpace: 'normal !important',
    },
    // What gives no way on the screen does on paper.
    'main td *': {
      minWidth: '0 !important',
      flexShrink: '1 !important',
      flexWrap: 'wrap !important',
      whiteSpace: 'normal !important',
    },
    // Names of members, which share a line on the screen.
    'main td [dir="ltr"]:has(> bdi), main td [dir="ltr"]:has(> bdi) > *': {
      display: 'inline !important',
      overflow: 'visible !important',
    },
    'main :is([data-choice], [data-controls], table:has(td[data-controls]) th:last-child)': {
      display: 'none !important',
    },
    'main [data-align="right"], main [data-align="right"] *': { whiteSpace: 'nowrap !important' },
    // A mark below the title of a row, and names of companies.
    'main td em': { position: 'static !important', display: 'block' },
    'main td .MuiChip-root': { height: 'auto !important' },
    'main :is(tr, li, h2, h3, dl > div)': { breakInside: 'avoid' },
    'main :is(h2, h3)': { breakAfter: 'avoid' },
  },
} as const;
