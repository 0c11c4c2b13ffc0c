import { NO_COMPANY, NOT_SIGNED_IN, type Viewer, type Viewing } from '@throughline/contracts';
import { Box, Button, Chip, Typography } from '@mui/material';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { call } from '../../../api/api.js';
import { Download } from '../../../ui/icons/opened-icons.js';
import { ReadState } from '../../../ui/page/read-state.js';
import { exactTime } from '../../../ui/words/calendar.js';
import { When } from '../../../ui/words/when.js';
import { nameOfViewer, numberWords, rowsWords, screenWords, standingOf, timesWords } from './viewer-words.js';

interface Period {
  readonly from: string;
  readonly to: string;
}

interface ViewerEntryProps {
  readonly id: string;
  readonly viewer: Viewer;
  readonly period: Period;
}

/** One person with what they saw: first, times, last. Opens to each viewing, which is read then. */
export function ViewerEntry({ id, viewer, period }: ViewerEntryProps) {
  const [isOpen, setOpen] = useState(false);
  const { first, last, times, downloads, screens, email, name } = viewer;
  return (
    <Box component="li" sx={{ borderBottom: 1, borderColor: 'divider' }}>
      <Box component="details" onToggle={(event) => setOpen((event.target as HTMLDetailsElement).open)}>
        <Box component="summary" sx={{ cursor: 'pointer', py: 1.5, '&::marker': { color: 'text.secondary' } }}>
          <Box component="span" sx={LINE}>
            <Box component="span" sx={{ overflowWrap: 'anywhere' }}>
              <Box component="strong">{nameOfViewer(viewer)}</Box>
              <Small>{name !== null && email !== null ? `${email} · ${standingOf(viewer)}` : standingOf(viewer)}</Small>
            </Box>
            <Box component="span">
              {times === 1 ? 'Once' : timesWords(times).replace(/^t/, 'T')}
              <Small>
                {times === 1 ? (
                  <When at={last} />
                ) : (
                  <>
                    first <When at={first} />, last <When at={last} />
                  </>
                )}
              </Small>
            </Box>
            <Box component="span" sx={{ overflowWrap: 'anywhere' }}>
              {screens.map(screenWords).join(' · ')}{' '}
              {downloads === 0 ? null : (
                <Chip
                  size="small"
                  color="warning"
                  variant="outlined"
                  icon={<Download size={14} aria-hidden />}
                  label={`downloaded ${timesWords(downloads)}`}
                  sx={{ cursor: 'inherit' }}
                />
              )}
            </Box>
          </Box>
        </Box>
        {isOpen ? <EachViewing id={id} viewer={viewer} period={period} /> : null}
      </Box>
    </Box>
  );
}

/** Beside the marker, which stands before the first line. */
const LINE = {
  display: 'inline-grid',
  verticalAlign: 'top',
  width: 'calc(100% - 24px)',
  columnGap: 3,
  rowGap: 0.5,
  gridTemplateColumns: { xs: '1fr', md: 'minmax(0, 5fr) minmax(0, 4fr) minmax(0, 6fr)' },
};

const Small = ({ children }: { readonly children: ReactNode }) => (
  <Typography component="span" variant="body2" color="textSecondary" sx={{ display: 'block' }}>
    {children}
  </Typography>
);

function EachViewing({ id, viewer, period }: ViewerEntryProps) {
  const read = useViewings(id, viewer, period);
  return (
    <Box sx={{ pl: { xs: 0, sm: 3 }, pb: 2 }}>
      <ReadState read={read} failed="The viewings could not be read" loading="The viewings are loading">
        {({ pages }) => {
          const rows = pages.flatMap((page) => page.rows);
          const found = pages.at(-1)?.found ?? rows.length;
          return (
            <>
              <Box
                component="ol"
                aria-label={`Viewings of ${nameOfViewer(viewer)}`}
                sx={{ m: 0, p: 0, listStyle: 'none' }}
              >
                {rows.map((viewing) => (
                  <OneViewing key={viewing.key} viewing={viewing} />
                ))}
              </Box>
              {read.hasNextPage ? (
                <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2, mt: 1 }}>
                  <Typography variant="body2" color="textSecondary" role="status">
                    {numberWords(rows.length)} of {numberWords(found)}
                  </Typography>
                  <Button size="small" loading={read.isFetchingNextPage} onClick={() => void read.fetchNextPage()}>
                    Show more
                  </Button>
                </Box>
              ) : null}
            </>
          );
        }}
      </ReadState>
    </Box>
  );
}

function OneViewing({ viewing }: { readonly viewing: Viewing }) {
  const { at, screen, outcome, session } = viewing;
  const details = [
    rowsWords(viewing),
    outcome === 'downloaded' ? 'downloaded' : null,
    session === null ? null : `session ${session}`,
  ].filter((one) => one !== null);
  return (
    <Box
      component="li"
      sx={{
        display: 'grid',
        columnGap: 3,
        gridTemplateColumns: { xs: '1fr', sm: 'minmax(0, 5fr) minmax(0, 6fr)' },
        py: 0.5,
        borderTop: 1,
        borderColor: 'divider',
        fontSize: '0.8125rem',
      }}
    >
      <time dateTime={at}>{exactTime(Date.parse(at))}</time>
      <Box component="span" sx={{ overflowWrap: 'anywhere' }}>
        {screen}
        {details.length === 0 ? null : (
          <Box component="span" sx={{ color: 'text.secondary' }}>{` · ${details.join(' · ')}`}</Box>
        )}
      </Box>
    </Box>
  );
}

/** The viewings of one person in the period, newest first, a page at a time. */
function useViewings(id: string, { userId, role, companyId }: Viewer, { from, to }: Period) {
  const who = { person: userId ?? NOT_SIGNED_IN, role, company: companyId ?? NO_COMPANY };
  return useInfiniteQuery({
    queryKey: ['viewings', id, who, from, to],
    queryFn: ({ pageParam, signal }) => {
      const query = { ...who, from, to, ...(pageParam !== null && { before: pageParam }) };
      return call('GET /referrals/referral/{id}/viewings', { params: { id }, query }, { signal });
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  });
}
