import { Box, Button, Link, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import { exactTime } from '../../../ui/words/calendar.js';
import { addressOf, type AuditView, foundWords } from './audit-view.js';

interface EntryProps {
  /** ISO 8601. */
  readonly at: string;
  /** What happened, or what was seen. */
  readonly children: ReactNode;
  readonly who: ReactNode;
}

/** An entry of the audit: when, what, and who. On a phone these stand below each other. */
export const Entry = ({ at, children, who }: EntryProps) => (
  <Box
    component="li"
    sx={{
      display: 'grid',
      columnGap: 3,
      rowGap: 0.5,
      gridTemplateColumns: { xs: '1fr', md: 'minmax(0, 3fr) minmax(0, 8fr) minmax(0, 4fr)' },
      py: 1.25,
      borderBottom: 1,
      borderColor: 'divider',
    }}
  >
    <Typography component="time" dateTime={at} variant="body2" color="textSecondary">
      {exactTime(Date.parse(at))}
    </Typography>
    <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>{children}</Box>
    <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>{who}</Box>
  </Box>
);

interface PersonProps {
  readonly name: string;
  /** Role and company at that time. */
  readonly standing: string;
  /** The value of the person in the address; null: it is no person. */
  readonly person: string | null;
  readonly period: Pick<AuditView, 'from' | 'to'>;
}

/** Who it was, with links to all that they did and looked at in the period. */
export function Person({ name, standing, person, period }: PersonProps) {
  return (
    <>
      <Typography variant="body2" sx={{ fontWeight: 600 }}>
        {name}
      </Typography>
      <Typography variant="body2" color="textSecondary">
        {standing}
      </Typography>
      {person === null ? null : (
        <Typography variant="body2" component="div" sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1.5 }}>
          <PersonLink to={addressOf('happened', person, period)} label={`What ${name} did`}>
            What they did
          </PersonLink>
          <PersonLink to={addressOf('seen', person, period)} label={`What ${name} looked at`}>
            What they looked at
          </PersonLink>
        </Typography>
      )}
    </>
  );
}

/** The name of the person is in the accessible name, because the links of all entries read the same. */
const PersonLink = ({
  to,
  label,
  children,
}: {
  readonly to: string;
  readonly label: string;
  readonly children: string;
}) => (
  <Link
    component={RouterLink}
    to={to}
    aria-label={`${children}: ${label}`}
    sx={{ display: 'inline-flex', alignItems: 'center', minHeight: 24 }}
  >
    {children}
  </Link>
);

interface EntriesProps {
  readonly title: string;
  readonly noun: string;
  readonly found: number;
  readonly isCapped: boolean;
  readonly isBusy: boolean;
  /** The number of entries that are shown. */
  readonly shown: number;
  /** Reads more; null: all are shown. */
  readonly onMore: (() => void) | null;
  readonly isReadingMore: boolean;
  /** Beside the number. */
  readonly about?: string | undefined;
  readonly children: ReactNode;
}

/** A list of entries with how many there are, and a button for more. */
export function Entries(props: EntriesProps) {
  const { title, noun, found, isCapped, isBusy, shown, onMore, isReadingMore, about, children } = props;
  return (
    <Box component="section" aria-label={title} aria-busy={isBusy}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', columnGap: 2, mb: 1 }}>
        <Typography variant="h2">
          <span role="status">{foundWords({ found, isCapped }, noun)}</span>
        </Typography>
        {about === undefined ? null : <Typography color="textSecondary">{about}</Typography>}
      </Box>
      <Box component="ol" sx={{ listStyle: 'none', m: 0, p: 0, borderTop: 1, borderColor: 'divider' }}>
        {children}
      </Box>
      {onMore === null ? null : (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2, mt: 2 }}>
          <Typography variant="body2" color="textSecondary">
            {shown.toLocaleString('en-US')} of {foundWords({ found, isCapped }, noun).replace(/^M/, 'm')}
          </Typography>
          <Button variant="outlined" loading={isReadingMore} onClick={onMore}>
            Show more
          </Button>
        </Box>
      )}
    </Box>
  );
}
