import { Box, SvgIcon, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { Check } from '../../../ui/icons/icons.js';

/** A line drawing for each category, 24 × 24, in the colour of the surrounding text. */
const DRAWINGS: Readonly<Record<string, string>> = {
  'Breast Pump': 'M8 3h6l-2 5v3a4 4 0 1 1-4 0V8z M10 17v4 M12 9h5a3 3 0 0 1 3 3v6h-4v-6',
  'Pregnancy Rewards': 'M4 11h16v9H4z M3 8h18v3H3z M12 8v12 M12 8c-5 0-5-5-2-5 2 0 2 5 2 5s0-5 2-5c3 0 3 5-2 5',
  'Baby Diaper Rewards': 'M3 6h18v3c-4 0-6 3-6 8-1 1-5 1-6 0 0-5-2-8-6-8z M3 6v4 M21 6v4',
  'Sensory Kits': 'M12 3l2.5 5 5.5.8-4 3.9 1 5.5-5-2.7-5 2.7 1-5.5-4-3.9 5.5-.8z',
  Incontinence: 'M12 3c4 5 6 8 6 11a6 6 0 0 1-12 0c0-3 2-6 6-11z M9 15a3 3 0 0 0 3 3',
  Supplies: 'M4 8l8-4 8 4v8l-8 4-8-4z M4 8l8 4 8-4 M12 12v8',
  Equipment: 'M7 4v8h7l3 6 M7 9h5 M14 18a5 5 0 1 1-7-6 M17 18h3',
  'Custom Item': 'M5 19l1-4L16 5l3 3L9 18z M14 7l3 3',
};

interface ItemPictureProps {
  readonly category: string;
  /** URL of the item's picture. Without one, a drawing for its category is shown. */
  readonly image: string | null | undefined;
  /** Alternative text. Left out if the name stands beside the picture. */
  readonly alt?: string | null;
  /** Width and height in px. */
  readonly size: number;
}

export function ItemPicture({ category, image, alt, size }: ItemPictureProps) {
  if (image) {
    return (
      <Box
        component="img"
        src={image}
        alt={alt ?? ''}
        width={size}
        height={size}
        loading="lazy"
        sx={{ display: 'block', borderRadius: '6px' }}
      />
    );
  }
  return (
    <Box sx={{ width: size, height: size, display: 'grid', placeItems: 'center' }}>
      <SvgIcon aria-hidden sx={{ fontSize: 28, color: 'primary.main' }}>
        <path
          d={DRAWINGS[category] ?? DRAWINGS['Supplies']}
          fill="none"
          stroke="currentColor"
          strokeWidth="1.4"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </SvgIcon>
    </Box>
  );
}

/** Confirms, beside the control, that something was added to the order. */
export function InOrder({ children }: { readonly children: ReactNode }) {
  return (
    <Typography
      variant="body2"
      color="success"
      sx={{ display: 'flex', justifyContent: 'flex-end', alignItems: 'center', gap: 0.5, overflowWrap: 'anywhere' }}
    >
      <Check size={14} aria-hidden style={{ flex: 'none' }} />
      <span>{children}</span>
    </Typography>
  );
}
