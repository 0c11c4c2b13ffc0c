import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { compression } from 'vite-plugin-compression2';
import { FILE_GROUPS } from './build/file-groups.js';
import { fontParts } from './build/font-parts.js';
import { filesOfPart, loadCode } from './build/load-code.js';
import { pdfFrame } from './build/pdf-frame.js';
import { simplifyCode } from './build/simplify-code.js';
import { texts } from './build/texts.js';
import { updates } from './build/updates.js';

const fromHere = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/**
 * Components that MUI's own import and the console never shows: the ripple of a button, which the theme switches off; chips and groups of an
 * `Autocomplete`; the input of a select or a text field that is given another. Where a later MUI imports them otherwise, they are loaded, and the budgets of
 * first screens say so.
 */
const NEVER_SHOWN = /^(\.\/TouchRipple|\.\.\/(Chip|ListSubheader|Input)\/index)\.mjs$/;
/** A transport of engine.io that is not among those which the live connection names. */
const NEVER_CHOSEN = /^\.\/webtransport\.js$/;

/** A smaller file fits into one packet without compression. */
const MIN_COMPRESSED_BYTES = 1_000;

const font = await fontParts(
  readFileSync(fromHere('src/theme/fonts.css'), 'utf8'),
  fromHere('../../node_modules/@fontsource-variable/inter'),
  fromHere('../../node_modules/.cache/console-font'),
);

export default defineConfig({
  root: fromHere('.'),
  resolve: {
    alias: [
      { find: '@throughline/domain', replacement: fromHere('../../libs/domain/src/index.ts') },
      { find: '@throughline/contracts', replacement: fromHere('../../libs/contracts/src/index.ts') },
      { find: /^zod$/, replacement: fromHere('src/zod-without-eval.ts') },
      // The package resolves to its development build, which has warnings, also in a production bundle.
      { find: /^react-router$/, replacement: fromHere('../../node_modules/react-router/dist/production/index.mjs') },
      {
        find: /^react-router\/dom$/,
        replacement: fromHere('../../node_modules/react-router/dist/production/dom-export.mjs'),
      },
      { find: NEVER_SHOWN, replacement: fromHere('build/nothing.ts') },
      { find: NEVER_CHOSEN, replacement: fromHere('build/nothing.ts') },
      ...font.aliases,
    ],
  },
  // Texts are read by their keys: a name for each would be a second one.
  json: { namedExports: false },
  plugins: [
    font.plugin,
    texts,
    loadCode(),
    simplifyCode,
    pdfFrame(fromHere('.')),
    updates(fromHere('../../docs/updates')),
    // Not the page itself: the API writes into it.
    compression({
      algorithms: ['gzip', 'brotliCompress'],
      include: /\.(js|css|svg|wasm|ttf)$/,
      threshold: MIN_COMPRESSED_BYTES,
      logLevel: 'silent',
    }),
  ],
  // The API serves this folder, under a policy that allows no inline script and no data: image.
  build: {
    outDir: fromHere('../../dist/apps/console'),
    emptyOutDir: true,
    assetsInlineLimit: 0,
    // For the budgets (e2e/figures/first-load.e2e.spec.ts); the API serves no file whose name begins with a dot.
    manifest: true,
    modulePreload: { polyfill: false, resolveDependencies: filesOfPart },
    rolldownOptions: {
      // Emotion imports it as if it had effects. It has none.
      treeshake: { moduleSideEffects: [{ test: /hoist-non-react-statics/, sideEffects: false }] },
      // 'use client' matters only for server rendering.
      onLog: (level, log, handle) => log.code === 'MODULE_LEVEL_DIRECTIVE' || handle(level, log),
      output: {
        codeSplitting: { groups: FILE_GROUPS },
      },
    },
  },
});
