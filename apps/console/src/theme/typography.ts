import type { TypographyVariantsOptions } from '@mui/material/styles';

const px = (size: number) => `${size / 16}rem`;
const title = (size: number) => ({ fontSize: px(size), fontWeight: 600, lineHeight: 1.4, letterSpacing: '-0.006em' });

/** 14 px text, 13 px in tables and help, 20 px page titles. */
export const TYPOGRAPHY: TypographyVariantsOptions = {
  fontFamily: "'Inter Variable', system-ui, -apple-system, 'Segoe UI', sans-serif",
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
