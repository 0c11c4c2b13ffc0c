import { type AuditViewing, NOT_SIGNED_IN } from '@throughline/contracts';
import { pathTo } from '@throughline/domain';
import { Box, Button, Chip, Typography } from '@mui/material';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { call } from '../../../api/api.js';
import { Download } from '../../../ui/icons/opened-icons.js';
import { EmptyState } from '../../../ui/page/empty-state.js';
import { ReadState } from '../../../ui/page/read-state.js';
import { useUrlState } from '../../../ui/tables/url-state.js';
import { ReferralId } from '../../../ui/words/referral-id.js';
import { nameOfViewer, rowsWords, standingOf } from '../who-saw/viewer-words.js';
import { AuditBar } from './audit-bar.js';
import { AUDIT_DEFAULTS, type AuditView, narrowedBy } from './audit-view.js';
import { Entries, Entry, Person } from './entry.js';

/** The tab "What was seen": all viewings, newest first. */
export function ViewingList({ views }: { readonly views: ReactNode }) {
  const [view, setView] = useUrlState(AUDIT_DEFAULTS);
  const read = useViewings(view);
  return (
    <>
      <AuditBar tab="seen" view={view} setView={setView} views={views} />
      <ReadState read={read} failed="What was seen could not be read" loading="What was seen is loading">
        {({ pages }) => {
          const viewings = pages.flatMap(({ rows }) => rows);
          const { found = 0, isCapped = false, hasLive = true } = pages[0] ?? {};
          if (viewings.length === 0) {
            return (
              <EmptyState
                title="Nobody looked at anything like this"
                action={
                  <Button onClick={() => setView({ ...AUDIT_DEFAULTS, tab: 'seen' })}>Show all that was seen</Button>
                }
              >
                Choose a longer period, or fewer filters.
              </EmptyState>
            );
          }
          return (
            <Entries
              title="What was seen"
              noun="viewing"
              found={found}
              isCapped={isCapped}
              isBusy={read.isPlaceholderData}
              shown={viewings.length}
              onMore={read.hasNextPage ? () => void read.fetchNextPage() : null}
              isReadingMore={read.isFetchingNextPage}
              about={hasLive ? undefined : 'Rows that were sent live are listed for a person or a referral.'}
            >
              {viewings.map((viewing) => (
                <OneViewing key={viewing.key} viewing={viewing} period={view} />
              ))}
            </Entries>
          );
        }}
      </ReadState>
    </>
  );
}

function OneViewing({
  viewing,
  period,
}: {
  readonly viewing: AuditViewing;
  readonly period: Pick<AuditView, 'from' | 'to'>;
}) {
  const { at, screen, outcome, session, userId, referralIds } = viewing;
  const details = [
    rowsWords(viewing),
    outcome === 'not-found' ? 'found nothing' : outcome === 'refused' ? 'refused' : null,
    session === null ? null : `session ${session}`,
  ].filter((one) => one !== null);
  return (
    <Entry
      at={at}
      who={
        <Person
          name={nameOfViewer(viewing)}
          standing={standingOf(viewing)}
          person={userId ?? NOT_SIGNED_IN}
          period={period}
        />
      }
    >
      <Typography component="span" sx={{ fontWeight: 500 }}>
        {screen}
      </Typography>
      {details.length === 0 ? null : (
        <Typography component="span" variant="body2" color="textSecondary">{` · ${details.join(' · ')}`}</Typography>
      )}{' '}
      {outcome === 'downloaded' ? (
        <Chip
          size="small"
          color="warning"
          variant="outlined"
          icon={<Download size={14} aria-hidden />}
          label="downloaded"
        />
      ) : null}
      <Referrals ids={referralIds} />
    </Entry>
  );
}

/** Limits how many ids stand in the entry; the others are collapsed. */
const SHOWN_IDS = 4;

function Referrals({ ids }: { readonly ids: readonly string[] }) {
  if (ids.length === 0) return null;
  const more = ids.slice(SHOWN_IDS);
  return (
    <Box sx={{ fontSize: '0.8125rem' }}>
      <Ids ids={ids.slice(0, SHOWN_IDS)} />
      {more.length === 0 ? null : (
        <details>
          <Box
            component="summary"
            sx={{ cursor: 'pointer', width: 'fit-content', minHeight: 24, color: 'text.secondary' }}
          >
            and {more.length} more
          </Box>
          <Ids ids={more} />
        </details>
      )}
    </Box>
  );
}

const Ids = ({ ids }: { readonly ids: readonly string[] }) => (
  <Box
    sx={{
      display: 'flex',
      flexWrap: 'wrap',
      columnGap: 1.5,
      '& a': { display: 'inline-flex', alignItems: 'center', minHeight: 24 },
    }}
  >
    {ids.map((id) => (
      <ReferralId key={id} id={id} to={pathTo.audit(id)} copyable={false} />
    ))}
  </Box>
);

/** Viewings, newest first, a page at a time. What was shown stays until the next answer. */
function useViewings(view: AuditView) {
  const query = { ...narrowedBy(view), screen: view.screen };
  return useInfiniteQuery({
    queryKey: ['audit-viewings', query],
    queryFn: ({ pageParam, signal }) =>
      call(
        'GET /audit/viewings',
        { query: { ...query, ...(pageParam !== null && { before: pageParam }) } },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  });
}
