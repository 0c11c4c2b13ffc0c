import { pathTo } from '@throughline/domain';
import { Button, Stack, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link } from 'react-router-dom';
import { ChevronLeft, ChevronRight } from '../../../../ui/icons/page-icons.js';
import { BLOCK_SIZE, endOf, readOn, walkQuery } from './next-in-queue.js';

interface QueueWalkProps {
  readonly taskId: string;
  /** The query of the address of the queue from which the person came. */
  readonly queue: string;
}

/**
 * Where the task is in the queue from which the person came, with the tasks before and after it. The order is that of the moment at which
 * each block of the queue was read: a task keeps its place although its work has moved it out of the queue. Loaded after the page.
 */
export function QueueWalk({ taskId, queue }: QueueWalkProps) {
  const { data } = useQuery(walkQuery(queue));
  const at = data?.rows.findIndex((row) => row.taskId === taskId) ?? -1;
  const end = data === undefined || at === -1 ? null : endOf(data, at);
  useEffect(() => {
    // Read again at the next task near this end, if it fails.
    if (end !== null) void readOn(queue, end).catch(() => undefined);
  }, [queue, end, taskId]);
  const [before, after] = at === -1 ? [] : [data?.rows[at - 1], data?.rows[at + 1]];
  if (data === undefined || at === -1) return null;
  return (
    <Stack component="nav" aria-label="Tasks of the queue" direction="row" sx={{ alignItems: 'center', gap: 1 }}>
      <Typography variant="body2" color="textSecondary">
        {`${data.first * BLOCK_SIZE + at + 1} of ${data.rowCount}`}
      </Typography>
      {before ? (
        <Button
          size="small"
          component={Link}
          to={addressOf(before)}
          state={{ queue }}
          startIcon={<ChevronLeft size={16} aria-hidden />}
        >
          Previous
        </Button>
      ) : null}
      {after ? (
        <Button
          size="small"
          component={Link}
          to={addressOf(after)}
          state={{ queue }}
          endIcon={<ChevronRight size={16} aria-hidden />}
        >
          Next
        </Button>
      ) : null}
    </Stack>
  );
}

const addressOf = ({ taskId }: { readonly taskId: string }) => pathTo.task(taskId);
