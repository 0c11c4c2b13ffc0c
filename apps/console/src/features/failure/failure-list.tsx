import type { FailureRow } from '@throughline/contracts';
import { isRecertificationId, jobInWords } from '@throughline/domain';
import { Button, Link, Stack, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import { call } from '../../api/api.js';
import type { DataColumn } from '../../ui/tables/data-column.js';
import { DataTable } from '../../ui/tables/data-table.js';
import { EmptyState } from '../../ui/empty-state.js';
import { onDemand } from '../../ui/on-demand.js';
import { When } from '../../ui/words/when.js';
import { ReadState } from '../../ui/read-state.js';

const ActOnFailure = onDemand(async () => (await import('./act-on-failure.js')).ActOnFailure);

/** The worker writes the list every five seconds. */
const REFRESH_MS = 5_000;

interface Asked {
  readonly act: 'retry' | 'discard';
  readonly failure: FailureRow;
}

/** Jobs that used up their attempts, and events that a read model or a rule could not process. */
export function FailureList() {
  const read = useQuery({
    queryKey: ['failures'],
    queryFn: ({ signal }) => call('GET /failures', {}, { signal }),
    refetchInterval: REFRESH_MS,
  });
  const [asked, setAsked] = useState<Asked | null>(null);
  const close = useCallback(() => setAsked(null), []);
  const columns = useMemo(() => columnsWith(setAsked), []);
  return (
    <ReadState read={read} failed="Failed to load failed jobs" loading="Failed jobs are loading">
      {(data) => (
        <>
          <Typography color="textSecondary" sx={{ mb: 2 }}>
            Work that was tried several times without success, the oldest first. Fix the cause, then try again.
          </Typography>
          <DataTable
            caption="Failed jobs"
            columns={columns}
            rows={data}
            minWidth={900}
            rowKey={({ key }) => key}
            empty={<EmptyState title="Nothing has failed">New failures appear here by themselves.</EmptyState>}
          />
          {asked ? <ActOnFailure {...asked} work={workOf(asked.failure)} onClose={close} onFailed={close} /> : null}
        </>
      )}
    </ReadState>
  );
}

/** Cells of a table stay on one line otherwise. */
const WRAPPED = { overflowWrap: 'anywhere', whiteSpace: 'normal' } as const;

const columnsWith = (ask: (asked: Asked) => void): readonly DataColumn<FailureRow>[] => [
  { id: 'work', header: 'Work', title: true, cell: (failure) => <Work failure={failure} /> },
  {
    id: 'cause',
    header: 'Cause',
    cell: ({ cause }) => (
      <Typography variant="body2" sx={WRAPPED}>
        {cause || 'Not known'}
      </Typography>
    ),
  },
  { id: 'since', header: 'Since', width: '150px', cell: ({ since }) => <When at={since} /> },
  { id: 'tries', header: 'Tries', width: '70px', align: 'right', cell: ({ attempts }) => attempts ?? '–' },
  {
    id: 'acts',
    header: 'Actions',
    width: '200px',
    cell: (failure) => (
      <>
        <Stack direction="row" sx={{ gap: 1 }}>
          <Button
            size="small"
            disabled={isBeingRetried(failure)}
            aria-label={`Try again: ${workOf(failure)}, ${failure.subject}`}
            onClick={() => ask({ act: 'retry', failure })}
          >
            Try again
          </Button>
          {failure.mayDiscard ? (
            <Button
              size="small"
              aria-label={`Discard: ${workOf(failure)}, ${failure.subject}`}
              onClick={() => ask({ act: 'discard', failure })}
            >
              Discard
            </Button>
          ) : null}
        </Stack>
        <LastRetry failure={failure} />
      </>
    ),
  },
];

function Work({ failure }: { readonly failure: FailureRow }) {
  const { referralId, subject, kind } = failure;
  return (
    <>
      <Typography variant="body2" sx={WRAPPED}>
        {workOf(failure)}
      </Typography>
      <Typography variant="caption" color="textSecondary" component="div" sx={WRAPPED}>
        {kind === 'parked' ? 'Later events of the same case wait. ' : null}
        {referralId === null ? (
          subject
        ) : (
          <Link component={RouterLink} to={`/audit/${referralId}`}>
            {`${isRecertificationId(referralId) ? 'Recertification' : 'Referral'} ${referralId}`}
          </Link>
        )}
      </Typography>
    </>
  );
}

function LastRetry({ failure }: { readonly failure: FailureRow }) {
  const { lastRetry } = failure;
  if (lastRetry === null) return null;
  return (
    <Typography variant="caption" color="textSecondary" component="div" sx={WRAPPED}>
      {isBeingRetried(failure) ? 'Is being tried again' : 'Was tried again without success'}
      {lastRetry.by === null ? '' : `, by ${lastRetry.by}`} (<When at={lastRetry.at} />)
    </Typography>
  );
}

const isBeingRetried = ({ lastRetry }: FailureRow): boolean => lastRetry !== null && lastRetry.outcome === null;

function workOf({ kind, name }: FailureRow): string {
  if (kind === 'job') return jobInWords(name);
  const [, group, rest = ''] = /^(policy|job)\/(.*)$/.exec(name) ?? [];
  if (group === 'policy') return `An event at the rule “${inWords(rest)}”`;
  if (group === 'job') return `An event that plans a job: ${jobInWords(rest)}`;
  if (name === 'policies') return 'An event at the rules';
  if (name === 'planner') return 'An event that plans jobs';
  return `An event in the list “${inWords(name.replace(/_v\d+$/, ''))}”`;
}

const inWords = (name: string): string => name.replaceAll(/[-_]/g, ' ');
