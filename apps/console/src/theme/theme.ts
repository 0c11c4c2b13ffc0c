import { createTheme, type Shadows } from '@mui/material/styles';
import { COMPONENTS } from './components.js';
import { MOTION_MS } from './motion.js';
import { DARK, LIGHT } from './palette.js';
import { TYPOGRAPHY } from './typography.js';

/** The attribute of <html> that says which colours hold. */
export const SCHEME_ATTRIBUTE = 'data-scheme';

/** One shadow, for what floats. */
const FLOATING = '0 1px 2px rgb(15 23 42 / 0.08), 0 8px 24px rgb(15 23 42 / 0.14)';

export const theme = createTheme({
  cssVariables: { colorSchemeSelector: SCHEME_ATTRIBUTE },
  colorSchemes: { light: { palette: LIGHT }, dark: { palette: DARK } },
  typography: TYPOGRAPHY,
  shape: { borderRadius: 6 },
  shadows: ['none', ...Array.from({ length: 24 }, () => FLOATING)] as Shadows,
  transitions: {
    duration: {
      shortest: MOTION_MS,
      shorter: MOTION_MS,
      short: MOTION_MS,
      standard: MOTION_MS,
      complex: MOTION_MS,
      enteringScreen: MOTION_MS,
      leavingScreen: MOTION_MS,
    },
  },
  components: COMPONENTS,
});
