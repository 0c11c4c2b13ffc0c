import { Box, Link } from '@mui/material';
import { Link as RouterLink } from 'react-router-dom';

/** Logo and name; a link to Home. */
export function HomeLink() {
  return (
    <Link
      component={RouterLink}
      to="/"
      underline="none"
      aria-label="Throughline"
      sx={{
        display: 'inline-flex',
        alignItems: 'center',
        columnGap: 1,
        fontWeight: 650,
        letterSpacing: '-0.01em',
        // In a narrow header the name disappears before the live state is cut off: without room it wraps to a second line, which is not
        // shown.
        flex: '0 99999 auto',
        flexWrap: 'wrap',
        minWidth: 36,
        height: 24,
        overflow: 'hidden',
      }}
    >
      <Mark />
      <Box component="span" sx={{ lineHeight: '24px' }}>
        Throughline
      </Box>
    </Link>
  );
}

/** The logo: a solid line for completed steps, a knot for the current one, dots for those that are left. */
export function Mark() {
  return (
    <svg
      width="36"
      height="20"
      viewBox="0 0 36 20"
      fill="none"
      stroke="currentColor"
      strokeWidth="2.5"
      strokeLinecap="round"
      aria-hidden
      style={{ flex: 'none', marginBlock: 2 }}
    >
      <path d="M2 10h14" />
      <circle cx="20" cy="10" r="3" fill="currentColor" stroke="none" />
      <path d="M27 10h.01M33.5 10h.01" />
    </svg>
  );
}
