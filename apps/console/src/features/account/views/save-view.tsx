import { type SavedViews, saveViewBody } from '@throughline/contracts';
import { isSameView, type ViewScreen } from '@throughline/domain';
import { useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { ApiError } from '../../../api/api-error.js';
import { BoundText } from '../../../ui/fields/bound-text.js';
import { CommandDialog } from '../../../ui/dialogs/command-dialog.js';
import { schemaResolver } from '../../../ui/fields/schema-resolver.js';
import { viewsQuery } from './views-query.js';
import english from '../../../../texts/en/list-parts.json' with { type: 'json' };
import { textsOf } from '../../../language/language.js';

const useTexts = textsOf('list-parts', english);

interface SaveViewProps {
  readonly screen: ViewScreen;
  /** The query of the screen's address, which a view saves. */
  readonly search: string;
  /** The name until now of a view that gets another one. Absent: a view is saved. */
  readonly renames?: string | undefined;
  readonly views: SavedViews;
  readonly onClose: () => void;
}

const nameSchema = saveViewBody.pick({ name: true });

/** Saves the current view under a name, or gives a view another name. */
export function SaveViewDialog({ screen, search, renames, views, onClose }: SaveViewProps) {
  const t = useTexts();
  const client = useQueryClient();
  const form = useForm({ defaultValues: { name: renames ?? '' }, resolver: schemaResolver(nameSchema) });
  const name = form.watch('name').trim();
  const replaced = replacedBy(name, { screen, renames, views });
  const readAgain = () => client.invalidateQueries({ queryKey: viewsQuery(screen).queryKey });
  return (
    <CommandDialog
      endpoint="POST /users/user/views"
      form={form}
      request={(view) => ({
        body: { screen, ...view, search, ...(renames && { renames }), seen: { search: replaced?.search ?? null } },
      })}
      doneWords={({ body: view }) => t('saved', { name: view.name })}
      onDone={readAgain}
      // Another window has saved a view under this name. After the read, the dialog asks whether to replace it.
      onRefused={(error) => isAboutView(error) && readAgain()}
      refusedAt={refusedName}
      title={renames ? t('rename', { name: renames }) : t('saveTitle')}
      about={renames ? undefined : t('saveAbout')}
      submitLabel={t(replaced ? 'replace' : 'save')}
      dirty={name !== (renames ?? '')}
      errorTitle={t('notSaved')}
      onClose={onClose}
    >
      <NameField replaces={replaced?.name} />
    </CommandDialog>
  );
}

function NameField({ replaces }: { readonly replaces: string | undefined }) {
  const t = useTexts();
  const help = replaces === undefined ? t('example') : t('replaces', { name: replaces });
  return <BoundText name="name" label={t('name')} help={help} required autoFocus />;
}

/** The view that a name belongs to already, apart from the one that is renamed. */
function replacedBy(name: string, { screen, renames, views }: Pick<SaveViewProps, 'screen' | 'renames' | 'views'>) {
  const isSame = (one: string, other: string) => isSameView({ screen, name: one }, { screen, name: other });
  return views.find((view) => isSame(view.name, name) && (!renames || !isSame(view.name, renames)));
}

function refusedName(error: Error) {
  const message = isAboutView(error) ? error.message : error instanceof ApiError && error.errors?.['name'];
  return message ? { name: message } : null;
}

const isAboutView = (error: Error): boolean => error instanceof ApiError && error.code === 'account/view-changed';
