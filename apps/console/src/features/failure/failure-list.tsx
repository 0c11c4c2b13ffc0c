import type { FailureRow } from '@throughline/contracts';
import { isRecertificationId, jobInWords, pathTo } from '@throughline/domain';
import { Link, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { Link as RouterLink } from 'react-router-dom';
import { call } from '../../api/api.js';
import { AdminTable, type RowAction, type RowDialogProps } from '../../ui/tables/admin-table.js';
import type { DataColumn } from '../../ui/tables/data-column.js';
import { onDemand } from '../../ui/page/on-demand.js';
import { ReadState } from '../../ui/page/read-state.js';
import { When } from '../../ui/words/when.js';

const ActOnFailure = onDemand(async () => (await import('./act-on-failure.js')).ActOnFailure);

/** The worker updates the list every five seconds. */
const REFRESH_MS = 5_000;

/** Jobs that used up their attempts, and events that a read model or a policy could not process. */
export function FailureList() {
  const read = useQuery({
    queryKey: ['failures'],
    queryFn: ({ signal }) => call('GET /failures', {}, { signal }),
    refetchInterval: REFRESH_MS,
  });
  return (
    <ReadState read={read} failed="Failed to load failed jobs" loading="Failed jobs are loading">
      {(failures) => (
        <AdminTable
          caption="Failed jobs"
          about="Work that was tried several times without success, the oldest first. Fix the cause, then try again."
          columns={COLUMNS}
          rows={failures}
          rowKey={({ key }) => key}
          rowName={(failure) => `${workOf(failure)}, ${failure.subject}`}
          acts={ACTS}
          actsWidth="200px"
          empty={{ title: 'Nothing has failed', words: 'New failures appear here by themselves.' }}
        />
      )}
    </ReadState>
  );
}

const Retry = ({ row, onClose }: RowDialogProps<FailureRow>) => (
  <ActOnFailure act="retry" failure={row} work={workOf(row)} onClose={onClose} onFailed={onClose} />
);
const Discard = ({ row, onClose }: RowDialogProps<FailureRow>) => (
  <ActOnFailure act="discard" failure={row} work={workOf(row)} onClose={onClose} onFailed={onClose} />
);

const ACTS: readonly RowAction<FailureRow>[] = [
  { label: 'Try again', Dialog: Retry, isDisabled: isBeingRetried },
  { label: 'Discard', Dialog: Discard, isFor: ({ mayDiscard }) => mayDiscard },
];

/** By default, table cells do not wrap. */
const WRAPPED = { overflowWrap: 'anywhere', whiteSpace: 'normal' } as const;

const COLUMNS: readonly DataColumn<FailureRow>[] = [
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
  { id: 'retry', header: 'Last retry', width: '170px', cell: (failure) => <LastRetry failure={failure} /> },
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
          <Link component={RouterLink} to={pathTo.audit(referralId)}>
            {`${isRecertificationId(referralId) ? 'Recertification' : 'Referral'} ${referralId}`}
          </Link>
        )}
      </Typography>
    </>
  );
}

function LastRetry({ failure }: { readonly failure: FailureRow }) {
  const { lastRetry } = failure;
  if (lastRetry === null) return '–';
  return (
    <Typography variant="caption" color="textSecondary" component="div" sx={WRAPPED}>
      {isBeingRetried(failure) ? 'Is being tried again' : 'Was tried again without success'}
      {lastRetry.by === null ? '' : `, by ${lastRetry.by}`} (<When at={lastRetry.at} />)
    </Typography>
  );
}

function isBeingRetried({ lastRetry }: FailureRow): boolean {
  return lastRetry !== null && lastRetry.outcome === null;
}

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
