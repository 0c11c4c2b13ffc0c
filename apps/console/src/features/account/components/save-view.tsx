import { type SavedViews, viewName } from '@throughline/contracts';
import { isSameView, type ViewScreen } from '@throughline/domain';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../../api/api-error.js';
import { useCommand } from '../../../api/use-command.js';
import { toast } from '../../../ui/announcer.js';
import { FormDialog } from '../../../ui/form-dialog.js';
import { TextField } from '../../../ui/text-field.js';
import { viewsQuery } from '../api/list-views.js';
import { saveView } from '../api/save-view.js';

interface SaveViewProps {
  readonly screen: ViewScreen;
  /** What is kept: the query of the screen's address. */
  readonly search: string;
  readonly views: SavedViews;
  readonly onClose: () => void;
}

/** Gives what is on screen now a name. */
export function SaveView({ screen, search, views, onClose }: SaveViewProps) {
  const client = useQueryClient();
  const [typed, setTyped] = useState('');
  const [asked, setAsked] = useState(false);
  const name = viewName.safeParse(typed);
  const replaced = views.find((view) => isSameView({ screen, name: view.name }, { screen, name: typed.trim() }));
  const save = useCommand(saveView, {
    onSuccess: async (_, view) => {
      await client.invalidateQueries({ queryKey: viewsQuery(screen).queryKey });
      toast(`View ${view.name} saved`);
      onClose();
    },
  });
  const refusedName = save.error instanceof ApiError ? save.error.errors?.['name'] : undefined;
  return (
    <FormDialog
      open
      title="Save this view"
      about="The filters, sort and search that are on now, under a name. You find it again in every browser you sign in with."
      submitLabel={replaced ? 'Replace' : 'Save'}
      dirty={typed.trim() !== ''}
      busy={save.isPending}
      error={refusedName === undefined ? save.error : null}
      errorTitle="The view was not saved"
      onClose={onClose}
      onSubmit={() => {
        setAsked(true);
        if (name.success) save.mutate({ screen, name: name.data, search });
      }}
    >
      <TextField
        label="Name"
        required
        autoFocus
        value={typed}
        onChange={setTyped}
        error={(asked ? name.error?.issues[0]?.message : undefined) ?? refusedName}
        help={replaced ? `Takes the place of your view ${replaced.name}.` : 'Such as: My Arizona'}
      />
    </FormDialog>
  );
}
