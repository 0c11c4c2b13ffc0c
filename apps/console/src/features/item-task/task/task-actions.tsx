import { Button, Stack } from '@mui/material';
import { useState } from 'react';
import { useFocusKept } from '../../../ui/focus.js';
import { DirectActionButton, useDirectActions } from './direct-actions.js';
import { onDemand } from '../../../ui/on-demand.js';
import { ACTION_LABELS, type AskedAction, availableActions, isAsked, type WorkedTask } from './available-actions.js';

const TaskQuestion = onDemand(async () => (await import('./task-dialogs.js')).TaskQuestion);

interface TaskActionsProps {
  readonly task: Parameters<typeof availableActions>[0];
  readonly worked: WorkedTask;
  readonly userId: string;
  readonly onSettled: () => void;
}

/** The actions on a task, except its outcomes. */
export function TaskActions({ task, worked, userId, onSettled }: TaskActionsProps) {
  const [asked, setAsked] = useState<AskedAction | null>(null);
  const close = () => setAsked(null);
  const focusKept = useFocusKept();
  const direct = useDirectActions({ task: worked, onSettled });
  const actions = availableActions(task, userId);
  return (
    <Stack {...focusKept} direction="row" role="group" aria-label="Actions" sx={{ flexWrap: 'wrap', gap: 1 }}>
      {actions.map((action) =>
        isAsked(action) ? (
          <Button
            key={action}
            variant="outlined"
            color={action === 'stop' ? 'error' : 'primary'}
            onClick={() => setAsked(action)}
          >
            {ACTION_LABELS[action]}
          </Button>
        ) : (
          <DirectActionButton key={action} action={action} task={worked} command={direct[action]} />
        ),
      )}
      {asked ? (
        <TaskQuestion action={asked} task={worked} onSettled={onSettled} onClose={close} onFailed={close} />
      ) : null}
    </Stack>
  );
}
