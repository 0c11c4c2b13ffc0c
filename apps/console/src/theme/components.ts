import type { Components, CssVarsTheme, Theme } from '@mui/material/styles';
import { DOCUMENT } from './document.js';

type Themed = { theme: Omit<Theme, 'components' | 'palette'> & CssVarsTheme };

const tint = (color: string, percent: number) => `color-mix(in srgb, ${color} ${percent}%, transparent)`;

/** On a dark page a shadow alone does not tell what floats. */
const bordered = ({ theme }: Themed) => ({ border: `1px solid ${theme.vars.palette.divider}` });

/** The defaults that let features write almost no style of their own. */
export const COMPONENTS: Components<Omit<Theme, 'components' | 'palette'> & CssVarsTheme> = {
  MuiCssBaseline: { styleOverrides: DOCUMENT },
  MuiButtonBase: {
    defaultProps: { disableRipple: true },
    styleOverrides: {
      root: ({ theme }: Themed) => ({
        // It takes the document's ring away, counting on a ripple.
        '&.Mui-focusVisible': { outline: `2px solid ${theme.vars.palette.primary.main}`, outlineOffset: 2 },
        // These stand in a frame that would cut off what is outside them.
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
  MuiPaper: { defaultProps: { elevation: 0 }, styleOverrides: { root: { backgroundImage: 'none' } } },
  MuiPopover: { styleOverrides: { paper: bordered } },
  MuiMenuItem: { styleOverrides: { root: { minHeight: 36, fontSize: '0.875rem' } } },
  MuiLink: { defaultProps: { underline: 'hover' }, styleOverrides: { root: { fontWeight: 500 } } },
  MuiOutlinedInput: {
    defaultProps: { size: 'small' },
    styleOverrides: {
      root: ({ theme }: Themed) => ({
        backgroundColor: theme.vars.palette.background.paper,
        fontSize: '0.875rem',
        '& .MuiOutlinedInput-notchedOutline': { borderColor: theme.vars.palette.control },
      }),
      input: { height: 20, padding: '8px 12px' },
      multiline: { padding: 0 },
    },
  },
  MuiSelect: { defaultProps: { size: 'small' } },
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
  MuiFormHelperText: { styleOverrides: { root: { marginInline: 0, fontSize: '0.75rem', lineHeight: 1.5 } } },
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
      root: ({ theme }: Themed) => ({ backgroundColor: theme.vars.palette.background.paper, paddingBlock: 4 }),
      message: ({ theme }: Themed) => ({ color: theme.vars.palette.text.primary }),
    },
  },
  MuiDialog: {
    defaultProps: { fullWidth: true, maxWidth: 'sm' },
    styleOverrides: {
      paper: ({ theme }: Themed) => ({
        border: `1px solid ${theme.vars.palette.divider}`,
        [theme.breakpoints.down('sm')]: { margin: 16, width: 'calc(100% - 32px)', maxHeight: 'calc(100% - 32px)' },
      }),
    },
  },
  MuiDialogTitle: { styleOverrides: { root: { fontSize: '1rem', fontWeight: 600, padding: '16px 24px 8px' } } },
  MuiDialogContent: { styleOverrides: { root: { padding: '8px 24px 16px' } } },
  MuiDialogActions: { styleOverrides: { root: { padding: '8px 24px 16px', flexWrap: 'wrap', rowGap: 8 } } },
  MuiTooltip: { defaultProps: { enterDelay: 400 }, styleOverrides: { tooltip: { fontSize: '0.75rem' } } },
  MuiTabs: { styleOverrides: { root: { minHeight: 40 }, indicator: { height: 2 } } },
  MuiTab: { styleOverrides: { root: { minHeight: 40, paddingInline: 12, minWidth: 0 } } },
  // Where there is nothing to scroll to, its place is not kept free.
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
