import type { ReferralDetail, TaskOutcome } from '@throughline/contracts';
import { outcomeLabel, UNDO_WINDOW_MINUTES } from '@throughline/domain';
import { Box, Button, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { call } from '../../../../api/api.js';
import { useNow } from '../../../../ui/use-clock.js';
import { When } from '../../../../ui/words/when.js';
import { useUndoOutcome, useUndoShown } from './use-record-outcome.js';
import { countOf } from '../../../../ui/words/counts.js';

/** The outcomes of the referral's tasks. They are read again after each change of the referral. */
export const useRecordedOutcomes = ({ referralId, feed }: Pick<ReferralDetail, 'referralId' | 'feed'>) =>
  useQuery({
    queryKey: ['task-outcomes', referralId, feed],
    queryFn: (reading) => call('GET /referrals/referral/{id}/outcomes', { params: { id: referralId } }, reading),
    placeholderData: (before: TaskOutcome[] | undefined, query) =>
      query?.queryKey[1] === referralId ? before : undefined,
  });

interface RecordedOutcomesProps {
  readonly reading: ReturnType<typeof useRecordedOutcomes>;
  readonly userId: string;
  readonly onSettled: () => void;
}

export function RecordedOutcomes({ reading, userId, onSettled }: RecordedOutcomesProps) {
  if (reading.isPending) return null;
  if (reading.error && !reading.data) {
    return (
      <Typography variant="body2" color="error">
        Failed to load what was recorded.{' '}
        <Button size="small" onClick={() => void reading.refetch()}>
          Retry
        </Button>
      </Typography>
    );
  }
  return <OutcomeList outcomes={reading.data ?? []} userId={userId} onSettled={onSettled} />;
}

interface OutcomeListProps {
  /** Oldest first. */
  readonly outcomes: readonly TaskOutcome[];
  readonly userId: string;
  readonly onSettled: () => void;
}

/** The outcomes, newest first, with the staff's notes. A person can undo their own last one. What was undone is shown on demand. */
export function OutcomeList({ outcomes, userId, onSettled }: OutcomeListProps) {
  const undo = useUndoOutcome(onSettled);
  useUndoShown((id) => outcomes.some(({ outcomeId, undoneAt }) => outcomeId === id && undoneAt !== null));
  const id = useId();
  const now = useNow();
  const [showsUndone, setShowsUndone] = useState(false);
  const undone = outcomes.filter(({ undoneAt }) => undoneAt !== null).length;
  const shown = outcomes.filter(({ undoneAt }) => showsUndone || undoneAt === null);
  if (outcomes.length === 0) return <Typography color="textSecondary">Nothing has been recorded yet.</Typography>;
  const isUndoable = ({ by, undoneAt, recordedAt }: TaskOutcome) =>
    by.userId === userId && undoneAt === null && now - Date.parse(recordedAt) < UNDO_WINDOW_MINUTES * 60_000;
  const list = (
    <Box component="ul" id={id} sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {[...shown].reverse().map((outcome) => (
        <Box component="li" key={outcome.outcomeId} sx={{ py: 1, borderBottom: 1, borderColor: 'divider' }}>
          <Typography
            component="div"
            sx={{ overflowWrap: 'anywhere', textDecoration: outcome.undoneAt === null ? 'none' : 'line-through' }}
          >
            {outcomeLabel(outcome.task, outcome.outcome)}
            {outcome.contact ? ` · ${outcome.contact.party} · attempt ${outcome.contact.number}` : ''}
          </Typography>
          <Typography variant="body2" color="textSecondary" component="div">
            {outcome.task}
            {outcome.contact ? `, by ${outcome.contact.method.toLowerCase()}` : ''}, {outcome.by.name},{' '}
            <When at={outcome.recordedAt} />
            {outcome.undoneAt === null ? '' : ' · undone'}
          </Typography>
          {outcome.note === null ? null : (
            <Typography sx={{ overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}>{outcome.note}</Typography>
          )}
          {isUndoable(outcome) ? (
            <Button
              size="small"
              sx={{ ml: -1 }}
              loading={undo.isPending}
              onClick={() => undo.mutate({ params: { outcomeId: outcome.outcomeId } })}
            >
              Undo
            </Button>
          ) : null}
        </Box>
      ))}
    </Box>
  );
  return (
    <>
      {list}
      <UndoneFold count={undone} noun="undone outcome" isOpen={showsUndone} onChange={setShowsUndone} list={id} />
    </>
  );
}

interface UndoneFoldProps {
  readonly count: number;
  readonly noun: string;
  readonly isOpen: boolean;
  readonly onChange: (isOpen: boolean) => void;
  /** The id of the list that it shows more of. */
  readonly list: string;
}

/** Shows and hides what was undone. Renders nothing if nothing was. */
export const UndoneFold = ({ count, noun, isOpen, onChange, list }: UndoneFoldProps) =>
  count === 0 ? null : (
    <Button
      size="small"
      sx={{ ml: -0.5 }}
      aria-expanded={isOpen}
      aria-controls={list}
      onClick={() => onChange(!isOpen)}
    >
      {isOpen ? 'Hide' : 'Show'} {countOf(count, noun)}
    </Button>
  );
