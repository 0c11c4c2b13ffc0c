import type { Components, CssVarsTheme, Theme } from '@mui/material/styles';
import { LayerRoot } from './layer-root.js';

type Themed = { theme: Omit<Theme, 'components' | 'palette'> & CssVarsTheme };

const tint = (color: string, percent: number) => `color-mix(in srgb, ${color} ${percent}%, transparent)`;

/** On a dark page, a shadow alone does not distinguish a layer. */
const bordered = ({ theme }: Themed) => ({ border: `1px solid ${theme.vars.palette.divider}` });

/** Styles of the whole document: tabular figures, a visible focus ring, no motion for a person who prefers none. */
export const DOCUMENT = ({ vars }: Omit<Theme, 'components' | 'palette'> & CssVarsTheme) => ({
  html: { scrollPaddingTop: 72 },
  // Tabular figures for IDs, times and counts.
  'time, output, [data-figures], [data-align="right"]': { fontVariantNumeric: 'tabular-nums' },
  ':focus-visible': { outline: `2px solid ${vars.palette.primary.main}`, outlineOffset: 2 },
  // An input shows the focus by its border.
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

/** A low window, as at a zoom of 400 % or with a phone's keyboard: a field and its error need the room of the margins. */
const LOW = '@media (max-height: 360px)';

/** Component defaults, so that features write almost no styles. */
export const COMPONENTS: Components<Omit<Theme, 'components' | 'palette'> & CssVarsTheme> = {
  MuiCssBaseline: { styleOverrides: DOCUMENT },
  MuiButtonBase: {
    defaultProps: { disableRipple: true },
    styleOverrides: {
      root: ({ theme }: Themed) => ({
        // ButtonBase removes the document's focus ring, because it relies on a ripple.
        '&.Mui-focusVisible': { outline: `2px solid ${theme.vars.palette.primary.main}`, outlineOffset: 2 },
        // The containers of tabs and menu items clip an outline outside the element.
        '&.MuiTab-root.Mui-focusVisible, &.MuiMenuItem-root.Mui-focusVisible': { outlineOffset: -2 },
      }),
    },
  },
  MuiButton: {
    defaultProps: { disableElevation: true },
    styleOverrides: {
      root: { minHeight: 36, paddingInline: 14, whiteSpace: 'nowrap' },
      sizeSmall: { minHeight: 28, paddingInline: 10, fontSize: '0.8125rem' },
      sizeLarge: { minHeight: 44 },
    },
  },
  MuiIconButton: { styleOverrides: { root: { borderRadius: 6 }, sizeSmall: { minWidth: 28, minHeight: 28 } } },
  MuiModal: { defaultProps: { slots: { root: LayerRoot } } },
  MuiPaper: { defaultProps: { elevation: 0 }, styleOverrides: { root: { backgroundImage: 'none' } } },
  MuiPopover: { styleOverrides: { paper: bordered } },
  // Long options wrap.
  MuiMenuItem: { styleOverrides: { root: { minHeight: 36, fontSize: '0.875rem', whiteSpace: 'normal' } } },
  MuiLink: { defaultProps: { underline: 'hover' }, styleOverrides: { root: { fontWeight: 500 } } },
  MuiOutlinedInput: {
    defaultProps: { size: 'small' },
    styleOverrides: {
      root: ({ theme }: Themed) => ({
        backgroundColor: theme.vars.palette.background.paper,
        fontSize: '0.875rem',
        '& .MuiOutlinedInput-notchedOutline': { borderColor: theme.vars.palette.control },
        '&.Mui-readOnly': {
          backgroundColor: theme.vars.palette.action.selected,
          color: theme.vars.palette.text.secondary,
        },
        '&.Mui-readOnly .MuiOutlinedInput-notchedOutline': { borderColor: 'transparent' },
      }),
      input: { height: 20, padding: '8px 12px' },
      multiline: { padding: 0 },
    },
  },
  MuiSelect: {
    defaultProps: { size: 'small' },
    styleOverrides: { select: { '&&': { height: 'auto', minHeight: 20, whiteSpace: 'normal' } } },
  },
  MuiTextField: { defaultProps: { size: 'small' } },
  MuiCheckbox: {
    defaultProps: { size: 'small' },
    styleOverrides: { root: ({ theme }: Themed) => ({ padding: 8, color: theme.vars.palette.control }) },
  },
  MuiRadio: {
    defaultProps: { size: 'small' },
    styleOverrides: { root: ({ theme }: Themed) => ({ padding: 8, color: theme.vars.palette.control }) },
  },
  MuiSwitch: {
    defaultProps: { size: 'small' },
    styleOverrides: {
      thumb: ({ theme }: Themed) => ({
        // The theme's only shadow is for layers.
        boxShadow: 'none',
        '.MuiSwitch-switchBase:not(.Mui-checked) > &': { backgroundColor: theme.vars.palette.control },
      }),
    },
  },
  MuiFormControlLabel: { styleOverrides: { label: { fontSize: '0.875rem' } } },
  MuiFormLabel: {
    styleOverrides: {
      root: ({ theme }: Themed) => ({
        color: theme.vars.palette.text.primary,
        fontSize: '0.8125rem',
        fontWeight: 600,
        lineHeight: 1.5,
        marginBottom: 4,
        '&.Mui-focused, &.Mui-error': { color: theme.vars.palette.text.primary },
      }),
    },
  },
  MuiFormHelperText: {
    styleOverrides: {
      // An empty help text takes no room, so that the field is aligned with the buttons beside it.
      root: { marginInline: 0, fontSize: '0.75rem', lineHeight: 1.5, '&:empty': { marginTop: 0 } },
    },
  },
  MuiChip: {
    defaultProps: { size: 'small' },
    styleOverrides: {
      root: { borderRadius: 6, fontWeight: 500 },
      outlined: { backgroundColor: tint('currentColor', 5), borderColor: tint('currentColor', 35) },
      colorDefault: ({ theme }: Themed) => ({ color: theme.vars.palette.text.secondary }),
    },
  },
  MuiAlert: {
    defaultProps: { variant: 'outlined' },
    styleOverrides: {
      root: ({ theme }: Themed) => ({
        backgroundColor: theme.vars.palette.background.paper,
        paddingBlock: 4,
        // On a phone, buttons that do not fit beside the text are below it. The close button stays at the side.
        [theme.breakpoints.down('sm')]: {
          '&:has(> .MuiAlert-action > .MuiButton-root)': { flexWrap: 'wrap' },
          // Leaves room for the icon, which is 34 px wide.
          '& > .MuiAlert-message': { flex: '1 1 auto', maxWidth: 'calc(100% - 34px)' },
        },
      }),
      // An e-mail address or a file name may be wider than a narrow window.
      message: ({ theme }: Themed) => ({ color: theme.vars.palette.text.primary, overflowWrap: 'anywhere' }),
    },
  },
  MuiDialog: {
    defaultProps: { fullWidth: true, maxWidth: 'sm' },
    styleOverrides: {
      paper: ({ theme }: Themed) => ({
        border: `1px solid ${theme.vars.palette.divider}`,
        [theme.breakpoints.down('sm')]: { margin: 16, width: 'calc(100% - 32px)', maxHeight: 'calc(100% - 32px)' },
        [LOW]: { margin: 8, width: 'calc(100% - 16px)', maxHeight: 'calc(100% - 16px)' },
      }),
    },
  },
  MuiDialogTitle: {
    styleOverrides: {
      root: { fontSize: '1rem', fontWeight: 600, padding: '16px 24px 8px', [LOW]: { padding: '8px 16px 4px' } },
    },
  },
  MuiDialogContent: { styleOverrides: { root: { padding: '8px 24px 16px', [LOW]: { padding: '4px 16px 8px' } } } },
  MuiDialogActions: {
    styleOverrides: {
      root: { padding: '8px 24px 16px', flexWrap: 'wrap', rowGap: 8, [LOW]: { padding: '4px 16px 8px' } },
    },
  },
  MuiTabs: { styleOverrides: { root: { minHeight: 40 }, indicator: { height: 2 } } },
  MuiTab: { styleOverrides: { root: { minHeight: 40, paddingInline: 12, minWidth: 0 } } },
  // A disabled scroll button takes no room.
  MuiTabScrollButton: { styleOverrides: { root: { '&.Mui-disabled': { width: 0 } } } },
  MuiTableCell: {
    styleOverrides: {
      root: ({ theme }: Themed) => ({
        borderColor: theme.vars.palette.divider,
        fontSize: '0.8125rem',
        lineHeight: 1.5,
        paddingBlock: 4,
        paddingInline: 12,
        height: 40,
      }),
      head: ({ theme }: Themed) => ({
        color: theme.vars.palette.text.secondary,
        fontWeight: 600,
        whiteSpace: 'nowrap',
      }),
    },
  },
  MuiSkeleton: { defaultProps: { variant: 'rounded' } },
};
