import type { Endpoint, RequestOf } from '@throughline/contracts';
import { useCommand } from '../../../api/use-command.js';
import { toast } from '../../../ui/announcer.js';
import type { TaskActionProps } from '../task/available-actions.js';

/** What every dialog of a task takes. */
export interface DialogProps extends TaskActionProps {
  readonly onClose: () => void;
}

/** A command that a dialog sends. After a success it announces what was done and closes the dialog. */
export function useDialogCommand<E extends Endpoint>(
  endpoint: E,
  { onSettled, onClose }: Pick<DialogProps, 'onSettled' | 'onClose'>,
  doneBy: (request: RequestOf<E>) => string,
) {
  return useCommand(endpoint, {
    onSuccess: (_, request) => {
      toast(doneBy(request));
      onSettled();
      onClose();
    },
    onError: onSettled,
  });
}
