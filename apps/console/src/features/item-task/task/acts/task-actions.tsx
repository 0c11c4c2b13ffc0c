import { Button, Stack } from '@mui/material';
import { useState } from 'react';
import { useFocusKept } from '../../../../ui/focus.js';
import { WithMeaning } from '../../../../ui/words/with-meaning.js';
import { DirectActionButton, useDirectActions } from './direct-actions.js';
import { onDemand } from '../../../../ui/page/on-demand.js';
import {
  ACTION_LABELS,
  type DialogAction,
  availableActions,
  opensDialog,
  type WorkedTask,
} from './available-actions.js';

const TaskActionDialog = onDemand(async () => (await import('./task-dialogs.js')).TaskActionDialog);

interface TaskActionsProps {
  readonly task: Parameters<typeof availableActions>[0];
  readonly worked: WorkedTask;
  readonly userId: string;
  readonly onSettled: () => void;
}

/** The actions on a task, except its outcomes. */
export function TaskActions({ task, worked, userId, onSettled }: TaskActionsProps) {
  const [openAction, setOpenAction] = useState<DialogAction | null>(null);
  const close = () => setOpenAction(null);
  const focusKept = useFocusKept();
  const direct = useDirectActions({ task: worked, onSettled });
  const actions = availableActions(task, userId);
  return (
    <Stack {...focusKept} direction="row" role="group" aria-label="Actions" sx={{ flexWrap: 'wrap', gap: 1 }}>
      {actions.map((action) =>
        opensDialog(action) ? (
          <WithMeaning key={action} of={ACTION_LABELS[action]}>
            {(described) => (
              <Button
                {...described}
                variant="outlined"
                color={action === 'stop' ? 'error' : 'primary'}
                onClick={() => setOpenAction(action)}
              >
                {ACTION_LABELS[action]}
              </Button>
            )}
          </WithMeaning>
        ) : (
          <DirectActionButton key={action} action={action} task={worked} command={direct[action]} />
        ),
      )}
      {openAction ? (
        <TaskActionDialog action={openAction} task={worked} onSettled={onSettled} onClose={close} onFailed={close} />
      ) : null}
    </Stack>
  );
}
