import { createTheme, type Shadows, type TypographyVariantsOptions } from '@mui/material/styles';
import { COMPONENTS } from './components.js';
import { DARK, LIGHT } from './palette.js';

/** The attribute of <html> that selects the colours. */
export const SCHEME_ATTRIBUTE = 'data-scheme';

/** The only shadow, for layers. */
const FLOATING = '0 1px 2px rgb(15 23 42 / 0.08), 0 8px 24px rgb(15 23 42 / 0.14)';

const px = (size: number) => `${size / 16}rem`;
const title = (size: number) => ({ fontSize: px(size), fontWeight: 600, lineHeight: 1.4, letterSpacing: '-0.006em' });

/** 14 px text, 13 px in tables and help, 20 px page titles. */
export const TYPOGRAPHY: TypographyVariantsOptions = {
  fontFamily: "'Inter Variable', 'Inter Fallback', system-ui, -apple-system, 'Segoe UI', sans-serif",
  fontSize: 14,
  h1: title(20),
  h2: title(16),
  h3: title(14),
  h4: title(14),
  h5: title(13),
  h6: title(13),
  subtitle1: { fontSize: px(14), fontWeight: 600, lineHeight: 1.5 },
  subtitle2: { fontSize: px(13), fontWeight: 600, lineHeight: 1.5 },
  body1: { fontSize: px(14), lineHeight: 1.5 },
  body2: { fontSize: px(13), lineHeight: 1.5 },
  caption: { fontSize: px(12), lineHeight: 1.5 },
  button: { fontSize: px(14), fontWeight: 600, lineHeight: 1.5, textTransform: 'none' },
};

/** Duration of animations, which are used only to explain a change. */
export const MOTION_MS = 150;

/** Padding at the sides of the window, shared by header, page and footer so that their left edges are aligned. */
export const PAGE_EDGE = { xs: 2, sm: 3 };

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
