import { type SavedViews, saveViewBody } from '@throughline/contracts';
import { isSameView, type ViewScreen } from '@throughline/domain';
import { useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { ApiError } from '../../../api/api-error.js';
import { BoundField } from '../../../ui/fields/bound-field.js';
import { CommandDialog } from '../../../ui/dialogs/command-dialog.js';
import { schemaResolver } from '../../../ui/fields/schema-resolver.js';
import { TextField } from '../../../ui/fields/text-field.js';
import { viewsQuery } from './views-query.js';
import english from '../../../../texts/en/list-parts.json' with { type: 'json' };
import { textsOf } from '../../../language/language.js';

const useTexts = textsOf('list-parts', english);

interface SaveViewProps {
  readonly screen: ViewScreen;
  /** The query of the screen's address, which a view saves. */
  readonly search: string;
  /** The name until now of a view that gets another one. Absent: a view is saved. */
  readonly renames?: string;
  readonly views: SavedViews;
  readonly onClose: () => void;
}

const nameSchema = saveViewBody.pick({ name: true });

/** Saves the current view under a name, or gives a view another name. */
export function SaveView({ screen, search, renames, views, onClose }: SaveViewProps) {
  const t = useTexts();
  const client = useQueryClient();
  const form = useForm({
    defaultValues: { name: renames ?? '' },
    resolver: schemaResolver(nameSchema),
  });
  const name = form.watch('name').trim();
  const isSame = (one: string, other: string) => isSameView({ screen, name: one }, { screen, name: other });
  const replaced = views.find((view) => isSame(view.name, name) && (!renames || !isSame(view.name, renames)));
  const readAgain = () => client.invalidateQueries({ queryKey: viewsQuery(screen).queryKey });
  return (
    <CommandDialog
      endpoint="POST /users/user/views"
      form={form}
      request={(view) => ({
        body: {
          screen,
          name: view.name,
          search,
          ...(renames && { renames }),
          seen: { search: replaced?.search ?? null },
        },
      })}
      doneWords={({ body: view }) => t('saved', { name: view.name })}
      onDone={readAgain}
      onRefused={async (error) => {
        // Another window has saved a view under this name. After the read, the dialog asks whether to replace it.
        if (isAboutView(error)) await readAgain();
        const refused = refusedName(error);
        if (refused !== undefined) form.setError('name', { type: 'server', message: refused }, { shouldFocus: true });
      }}
      errorOf={(error) => (refusedName(error) === undefined ? error : null)}
      title={renames ? t('rename', { name: renames }) : t('saveTitle')}
      about={renames ? undefined : t('saveAbout')}
      submitLabel={t(replaced ? 'replace' : 'save')}
      dirty={name !== (renames ?? '')}
      errorTitle={t('notSaved')}
      onClose={onClose}
    >
      <BoundField control={form.control} name="name">
        {(field) => (
          <TextField
            {...field}
            label={t('name')}
            required
            autoFocus
            help={replaced ? t('replaces', { name: replaced.name }) : t('example')}
          />
        )}
      </BoundField>
    </CommandDialog>
  );
}

/** Why the server refused the name; undefined if the refusal is not about the name. */
const refusedName = (error: Error | null): string | undefined => {
  if (isAboutView(error)) return error.message;
  return error instanceof ApiError ? error.errors?.['name'] : undefined;
};

const isAboutView = (error: Error | null): error is ApiError =>
  error instanceof ApiError && error.code === 'account/view-changed';
