import { Box, Button, Dialog, DialogActions, DialogContent, DialogTitle, Typography } from '@mui/material';
import { useId } from 'react';
import { countOf } from '../../../../ui/words/counts.js';

/** What became of one of several tasks. */
export interface TaskResult {
  readonly taskId: string;
  /** Null: it was done. */
  readonly why: string | null;
  /** The answer was lost, so that it may have been done. `why` says so. */
  readonly isUnknown?: boolean;
}

interface NotDoneProps {
  readonly act: 'claimed' | 'assigned';
  readonly results: readonly (TaskResult & { readonly label: string })[];
  readonly onClose: () => void;
}

/** With which of several tasks it was done, and why not with the others, or why that is not known. Loaded when needed. */
export function NotDone({ act, results, onClose }: NotDoneProps) {
  const id = useId();
  const unknown = results.filter(({ isUnknown }) => isUnknown).length;
  const left = results.filter(({ why }) => why !== null).length - unknown;
  const counts = [
    { count: left, words: `not ${act}` },
    { count: unknown, words: 'not known' },
  ].filter(({ count }) => count > 0);
  const counted = counts.map(({ count, words }, index) =>
    index === 0 ? `${count} of ${countOf(results.length, 'task')} ${words}` : `${count} ${words}`,
  );
  const stays = `What was not ${act}${unknown > 0 ? ', or is not known,' : ''} stays chosen`;
  const where = act === 'claimed' ? '' : ' if the queue has stayed open';
  return (
    <Dialog open onClose={onClose} aria-labelledby={id} aria-describedby={`${id}-about`} maxWidth="sm">
      <DialogTitle id={id}>{titleOf({ act, all: results.length, left, unknown })}</DialogTitle>
      <DialogContent>
        <Typography id={`${id}-about`} gutterBottom>
          {counts.length > 0 ? `${counted.join(', ')}. ${stays}${where}.` : null}
        </Typography>
        <Box component="ul" sx={{ m: 0, pl: 2.5 }}>
          {/* What was not done comes first: a long list is not read to its end. */}
          {[...results]
            .sort((one, other) => Number(one.why === null) - Number(other.why === null))
            .map(({ taskId, label, why, isUnknown }) => (
              <Box component="li" key={taskId} sx={{ overflowWrap: 'anywhere' }}>
                {label}: {isUnknown ? 'not known. ' : ''}
                {why ?? `${act}.`}
              </Box>
            ))}
        </Box>
      </DialogContent>
      <DialogActions>
        <Button autoFocus onClick={onClose}>
          Close
        </Button>
      </DialogActions>
    </Dialog>
  );
}

interface Counts extends Pick<NotDoneProps, 'act'> {
  readonly all: number;
  readonly left: number;
  readonly unknown: number;
}

function titleOf({ act, all, left, unknown }: Counts): string {
  if (left === all) return `No task was ${act}`;
  if (left > 0) return `Not all tasks were ${act}`;
  // What was not known may be found to be done while the list is open.
  return unknown > 0 ? `It is not known whether all tasks were ${act}` : `All tasks were ${act}`;
}
