import { Link } from '@mui/material';
import type { ReactNode } from 'react';
import { Link as RouterLink } from 'react-router-dom';

interface RowLinkProps {
  readonly to: string;
  readonly children: ReactNode;
}

/**
 * The name of whom a row is about, which opens what the row's ID opens: on a card there may be no room for the ID. It is no further stop of the
 * Tab key.
 */
export const RowLink = ({ to, children }: RowLinkProps) => (
  <Link
    component={RouterLink}
    to={to}
    tabIndex={-1}
    color="inherit"
    underline="hover"
    // As high as what a finger is to hit at least (WCAG 2.5.8).
    sx={{ display: 'block', minWidth: 0, lineHeight: '24px' }}
  >
    {children}
  </Link>
);
