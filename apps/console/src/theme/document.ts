import type { CssVarsTheme, Theme } from '@mui/material/styles';

/** What holds for the whole document: figures of one width, a focus ring that is always seen, stillness for who asks for it. */
export const DOCUMENT = ({ vars }: Omit<Theme, 'components' | 'palette'> & CssVarsTheme) => ({
  html: { scrollPaddingTop: 72 },
  // Figures of one width where they are compared: ids, times, counts. Running text keeps its own.
  'time, output, [data-figures], [data-align="right"]': { fontVariantNumeric: 'tabular-nums' },
  ':focus-visible': { outline: `2px solid ${vars.palette.primary.main}`, outlineOffset: 2 },
  // An input says so with its border.
  '.MuiInputBase-input:focus-visible': { outline: 'none' },
  'h1:focus, main:focus': { outline: 'none' },
  'fieldset, legend': { padding: 0, margin: 0, border: 0, minWidth: 0 },
  '@media (prefers-reduced-motion: reduce)': {
    '*, *::before, *::after': {
      animationDuration: '0.01ms !important',
      animationIterationCount: '1 !important',
      transitionDuration: '0s !important',
      scrollBehavior: 'auto !important',
    },
  },
});
