import type { Act } from '@throughline/contracts';
import { nameOf } from '@throughline/domain';
import { Button, Typography } from '@mui/material';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { call } from '../../../api/api.js';
import { EmptyState } from '../../../ui/page/empty-state.js';
import { ReadState } from '../../../ui/page/read-state.js';
import { useUrlState } from '../../../ui/tables/url-state.js';
import { CausesButton } from '../causes/causes-button.js';
import { roleWords } from '../who-saw/viewer-words.js';
import { ActFacts } from './act-facts.js';
import { AuditBar } from './audit-bar.js';
import { AUDIT_DEFAULTS, type AuditView, narrowedBy } from './audit-view.js';
import { Entries, Entry, Person } from './entry.js';

/** The tab "What happened": all acts, in cases and in administration, newest first. */
export function ActList({ views }: { readonly views: ReactNode }) {
  const [view, setView] = useUrlState(AUDIT_DEFAULTS);
  const read = useActs(view);
  return (
    <>
      <AuditBar tab="happened" view={view} setView={setView} views={views} />
      <ReadState read={read} failed="What happened could not be read" loading="What happened is loading">
        {({ pages }) => {
          const acts = pages.flatMap(({ rows }) => rows);
          const { found = 0, isCapped = false, isWhole = true } = pages[0] ?? {};
          if (acts.length === 0) {
            return (
              <EmptyState
                title="Nothing like this happened"
                action={
                  <Button onClick={() => setView({ ...AUDIT_DEFAULTS, tab: 'happened' })}>
                    Show all that happened
                  </Button>
                }
              >
                {isWhole ? 'Choose a longer period, or fewer filters and words.' : NOT_WHOLE}
              </EmptyState>
            );
          }
          return (
            <Entries
              title="What happened"
              noun="act"
              found={found}
              isCapped={isCapped}
              isBusy={read.isPlaceholderData}
              shown={acts.length}
              onMore={read.hasNextPage ? () => void read.fetchNextPage() : null}
              isReadingMore={read.isFetchingNextPage}
              about={isWhole ? undefined : NOT_WHOLE}
            >
              {acts.map((act) => (
                <OneAct key={act.eventId} act={act} period={view} />
              ))}
            </Entries>
          );
        }}
      </ReadState>
    </>
  );
}

const NOT_WHOLE = 'Acts are missing: they are still being gathered, or Failed jobs in Admin names what could not be.';

function OneAct({ act, period }: { readonly act: Act; readonly period: Pick<AuditView, 'from' | 'to'> }) {
  const { eventId, at, sentence, cause, actor, person, name, company } = act;
  const isSystem = actor.role === 'system';
  return (
    <Entry
      at={at}
      who={
        <Person
          name={name ?? nameOf(actor)}
          standing={isSystem ? 'By itself' : [roleWords(actor.role), company].filter(Boolean).join(' · ')}
          person={isSystem ? null : person}
          period={period}
        />
      }
    >
      <Typography sx={{ fontWeight: 500 }}>{sentence}</Typography>
      {cause === null ? null : (
        <Typography variant="body2" color="textSecondary">
          because {cause.sentence.replace(/^The /, 'the ')}
        </Typography>
      )}
      <ActFacts act={act} />
      <CausesButton eventId={eventId} sentence={sentence} />
    </Entry>
  );
}

/** Acts, newest first, a page at a time. What was shown stays until the next answer. */
function useActs(view: AuditView) {
  const query = { ...narrowedBy(view), search: view.words, kind: view.kind.join(',') };
  return useInfiniteQuery({
    queryKey: ['audit-acts', query],
    queryFn: ({ pageParam, signal }) =>
      call('GET /audit/acts', { query: { ...query, ...(pageParam !== null && { before: pageParam }) } }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  });
}
