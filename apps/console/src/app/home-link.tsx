import { Box, Link } from '@mui/material';
import { Link as RouterLink } from 'react-router-dom';

/** On these screens the name does not fit beside the live state and Login. */
const NARROW_SCREEN = '@media (max-width: 359px)';

/** Logo and name; a link to Home. */
export function HomeLink() {
  return (
    <Link
      component={RouterLink}
      to="/"
      underline="none"
      aria-label="Throughline"
      sx={{ display: 'inline-flex', alignItems: 'center', gap: 1, fontWeight: 650, letterSpacing: '-0.01em' }}
    >
      <Mark />
      <Box component="span" sx={{ [NARROW_SCREEN]: { display: 'none' } }}>
        Throughline
      </Box>
    </Link>
  );
}

/** The logo: a solid line for what is done, a knot for the current step, dots for what is left. */
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
    >
      <path d="M2 10h14" />
      <circle cx="20" cy="10" r="3" fill="currentColor" stroke="none" />
      <path d="M27 10h.01M33.5 10h.01" />
    </svg>
  );
}
