import type { Plugin } from 'vite';

/** An import of a library whose module the console never uses. `importer`: the end of the path of the module that has it. */
interface UnusedPart {
  readonly importer: string;
  readonly source: string;
}

const UNUSED: readonly UnusedPart[] = [
  // The theme switches ripples off.
  { importer: '@mui/material/ButtonBase/ButtonBase.mjs', source: './TouchRipple.mjs' },
  // Every select has its own input, an outlined one.
  { importer: '@mui/material/NativeSelect/NativeSelect.mjs', source: '../Input/index.mjs' },
  // One choice at a time, and choices without groups.
  { importer: '@mui/material/Autocomplete/Autocomplete.mjs', source: '../Chip/index.mjs' },
  { importer: '@mui/material/Autocomplete/Autocomplete.mjs', source: '../ListSubheader/index.mjs' },
  // Its value is a method of the theme that the console does not call.
  { importer: '@mui/material/styles/createThemeNoVars.mjs', source: './stringifyTheme.mjs' },
  { importer: '@mui/material/styles/createThemeWithVars.mjs', source: './stringifyTheme.mjs' },
  // The live connection names the transports that it may use.
  { importer: 'engine.io-client/build/esm/transports/index.js', source: './webtransport.js' },
  // Emotion imports it, and uses nothing of it.
  { importer: '@emotion/react/dist/emotion-react.browser.esm.js', source: 'hoist-non-react-statics' },
];

const PLACEHOLDER = '\0unused-part';
/** Under every name that a part is imported by. */
const NOTHING = 'const nothing = () => null; export { nothing as default, nothing as stringifyTheme, nothing as WT };';

/**
 * Leaves out parts of libraries that are imported but never used, which a bundler cannot know. A component of them renders nothing. A part
 * that a later version of its library does not import any more fails the build, so that the list stays true.
 */
export function unusedParts(): Plugin {
  const left = new Set(UNUSED);
  return {
    name: 'unused-parts',
    enforce: 'pre',
    resolveId(source, importer = '') {
      const part = UNUSED.find((one) => one.source === source && importer.endsWith(one.importer));
      if (part === undefined) return null;
      left.delete(part);
      return PLACEHOLDER;
    },
    load: (id) => (id === PLACEHOLDER ? NOTHING : null),
    buildEnd(error) {
      if (error) return;
      for (const { importer, source } of left) this.error(`${importer} does not import ${source} any more`);
    },
  };
}
