import { type SavedViews, saveViewBody } from '@throughline/contracts';
import { isSameView, type ViewScreen } from '@throughline/domain';
import { useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { ApiError } from '../../../api/api-error.js';
import { useCommand } from '../../../api/use-command.js';
import { toast } from '../../../ui/announcer.js';
import { BoundField } from '../../../ui/bound-field.js';
import { FormDialog } from '../../../ui/form-dialog.js';
import { schemaResolver } from '../../../ui/schema-resolver.js';
import { TextField } from '../../../ui/text-field.js';
import { viewsQuery } from '../queries.js';

interface SaveViewProps {
  readonly screen: ViewScreen;
  /** The query of the screen's address, which is what a view saves. */
  readonly search: string;
  readonly views: SavedViews;
  readonly onClose: () => void;
}

const nameSchema = saveViewBody.pick({ name: true });

/** Saves what is on screen under a name. */
export function SaveView({ screen, search, views, onClose }: SaveViewProps) {
  const client = useQueryClient();
  const { control, handleSubmit, setError, watch } = useForm({
    defaultValues: { name: '' },
    resolver: schemaResolver(nameSchema),
  });
  const name = watch('name').trim();
  const replaced = views.find((view) => isSameView({ screen, name: view.name }, { screen, name }));
  const save = useCommand('POST /users/user/views', {
    onSuccess: async (_, { body: view }) => {
      await client.invalidateQueries({ queryKey: viewsQuery(screen).queryKey });
      toast(`View ${view.name} saved`);
      onClose();
    },
    onError: (error) => {
      const refused = refusedName(error);
      if (refused !== undefined) setError('name', { type: 'server', message: refused }, { shouldFocus: true });
    },
  });
  return (
    <FormDialog
      open
      title="Save this view"
      about="Saves the current filters, sort and search under a name. Your views are available in every browser that you sign in with."
      submitLabel={replaced ? 'Replace' : 'Save'}
      dirty={name !== ''}
      busy={save.isPending}
      error={refusedName(save.error) === undefined ? save.error : null}
      errorTitle="The view was not saved"
      onClose={onClose}
      onSubmit={handleSubmit((view) => save.mutate({ body: { screen, name: view.name, search } }))}
    >
      <BoundField control={control} name="name">
        {(field) => (
          <TextField
            {...field}
            label="Name"
            required
            autoFocus
            help={replaced ? `Replaces your view ${replaced.name}.` : 'For example: My Arizona'}
          />
        )}
      </BoundField>
    </FormDialog>
  );
}

/** Why the server does not take the name; undefined: it said nothing about it. */
const refusedName = (error: Error | null): string | undefined =>
  error instanceof ApiError ? error.errors?.['name'] : undefined;
