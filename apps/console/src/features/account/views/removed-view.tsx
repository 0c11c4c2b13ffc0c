import type { SavedViews } from '@throughline/contracts';
import type { ViewScreen } from '@throughline/domain';
import { Button, ListItem, ListItemText } from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { useCommand } from '../../../api/use-command.js';
import { toast } from '../../../ui/announcer.js';
import { viewsQuery } from '../api/list-views.js';
import { saveView } from '../api/save-view.js';

interface RemovedViewProps {
  readonly screen: ViewScreen;
  readonly view: SavedViews[number];
  readonly onRestored: () => void;
}

/** Where a view was: it is gone, and can be had back. */
export function RemovedView({ screen, view, onRestored }: RemovedViewProps) {
  const client = useQueryClient();
  const words = useId();
  const save = useCommand(saveView, {
    onSuccess: () => {
      onRestored();
      return client.invalidateQueries({ queryKey: viewsQuery(screen).queryKey });
    },
    onError: (error) => toast(error.message, 'error'),
  });
  return (
    <ListItem
      secondaryAction={
        <Button
          size="small"
          autoFocus
          aria-describedby={words}
          loading={save.isPending}
          onClick={() => save.mutate({ screen, ...view })}
        >
          Undo
        </Button>
      }
    >
      <ListItemText
        id={words}
        primary={`${view.name} removed`}
        slotProps={{ primary: { color: 'textSecondary' } }}
        sx={{ overflowWrap: 'anywhere', pr: 3 }}
      />
    </ListItem>
  );
}
