import type { PaletteOptions } from '@mui/material/styles';
// Declares `theme.vars` as always present, because the theme is created with CSS variables.
import type {} from '@mui/material/themeCssVarsAugmentation';

/**
 * Slate greys, deep teal, indigo. Text colours have a contrast of 7:1 on their background, status colours 4.5:1, and the edges of controls
 * (`control`) 3:1. All colours of the console are defined here.
 */
export const LIGHT: PaletteOptions = {
  primary: { main: '#115e59', dark: '#134e4a', light: '#0f766e', contrastText: '#ffffff' },
  secondary: { main: '#4338ca', dark: '#3730a3', light: '#6366f1', contrastText: '#ffffff' },
  error: { main: '#b42318', dark: '#912018', light: '#d92d20', contrastText: '#ffffff' },
  warning: { main: '#92400e', dark: '#78350f', light: '#b45309', contrastText: '#ffffff' },
  success: { main: '#166534', dark: '#14532d', light: '#15803d', contrastText: '#ffffff' },
  info: { main: '#334155', dark: '#1e293b', light: '#475569', contrastText: '#ffffff' },
  text: { primary: '#0f172a', secondary: '#475569', disabled: '#7c8aa0' },
  background: { default: '#f6f8fa', paper: '#ffffff' },
  divider: '#e2e8f0',
  control: '#7c8aa0',
};

export const DARK: PaletteOptions = {
  primary: { main: '#5cd6c8', dark: '#2dd4bf', light: '#99f6e4', contrastText: '#042f2e' },
  secondary: { main: '#b4bcfd', dark: '#a5b4fc', light: '#c7d2fe', contrastText: '#1e1b4b' },
  error: { main: '#fda29b', dark: '#f97066', light: '#fecdca', contrastText: '#450a0a' },
  warning: { main: '#fcd34d', dark: '#fbbf24', light: '#fde68a', contrastText: '#451a03' },
  success: { main: '#86efac', dark: '#4ade80', light: '#bbf7d0', contrastText: '#052e16' },
  info: { main: '#cbd5e1', dark: '#94a3b8', light: '#e2e8f0', contrastText: '#0f172a' },
  text: { primary: '#e6ebf2', secondary: '#a9b5c6', disabled: '#748297' },
  background: { default: '#0d1420', paper: '#141d2b' },
  divider: '#26334a',
  control: '#6b7b93',
};

declare module '@mui/material/styles' {
  interface Palette {
    /** The edge of an input or checkbox, with a contrast of 3:1 to its surroundings. */
    control: string;
  }
  interface PaletteOptions {
    control: string;
  }
}
