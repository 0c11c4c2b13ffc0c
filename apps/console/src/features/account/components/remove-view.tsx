import type { ViewScreen } from '@throughline/domain';
import { IconButton } from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useCommand } from '../../../api/use-command.js';
import { toast } from '../../../ui/announcer.js';
import { viewsQuery } from '../api/list-views.js';
import { removeView } from '../api/remove-view.js';

interface RemoveViewProps {
  readonly screen: ViewScreen;
  readonly name: string;
  readonly onRemoved: () => void;
}

/** Removes a view at once; whoever shows this offers the way back. */
export function RemoveView({ screen, name, onRemoved }: RemoveViewProps) {
  const client = useQueryClient();
  const remove = useCommand(removeView, {
    onSuccess: () => {
      onRemoved();
      return client.invalidateQueries({ queryKey: viewsQuery(screen).queryKey });
    },
    onError: (error) => toast(error.message, 'error'),
  });
  return (
    <IconButton
      size="small"
      edge="end"
      aria-label={`Remove ${name}`}
      loading={remove.isPending}
      onClick={() => remove.mutate({ screen, name })}
    >
      <Trash2 size={16} aria-hidden />
    </IconButton>
  );
}
