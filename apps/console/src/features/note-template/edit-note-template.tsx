import { noteTemplateBody, type NoteTemplateRow } from '@throughline/contracts';
import { plainOf, sizeOfNote } from '@throughline/domain';
import type { ComponentProps } from 'react';
import { useController } from 'react-hook-form';
import { useReplacing } from '../../meanwhile/use-replacing.js';
import { watching } from '../../meanwhile/watched.js';
import { CommandDialog } from '../../ui/dialogs/command-dialog.js';
import { ReasonCommandDialog } from '../../ui/dialogs/reason-dialog.js';
import { BoundCheckbox } from '../../ui/fields/bound-checkbox.js';
import { BoundText } from '../../ui/fields/bound-text.js';
import { ReasonField } from '../../ui/fields/reason-field.js';
import type { RowDialogProps } from '../../ui/tables/admin-table.js';
import { NoteEditor } from '../../note-text/note-editor.js';

interface EditTemplateProps {
  /** The template; left out: a new one. */
  readonly row?: NoteTemplateRow;
  /** False: the template was retired while the dialog was open. */
  readonly isListed?: boolean;
  readonly onClose: () => void;
}

interface Values {
  readonly title: string;
  readonly noteText: string;
  readonly actionNeeded: boolean;
  readonly titleEs: string | null;
  readonly noteTextEs: string | null;
}
const EMPTY: Values = { title: '', noteText: '', actionNeeded: false, titleEs: null, noteTextEs: null };

/** The values, without what the row has besides. */
const valuesOf = ({
  title,
  noteText,
  actionNeeded,
  titleEs = null,
  noteTextEs = null,
}: Partial<NoteTemplateRow> & Pick<NoteTemplateRow, 'title' | 'noteText' | 'actionNeeded'>): Values => ({
  title,
  noteText,
  actionNeeded,
  titleEs,
  noteTextEs,
});

/** What both dialogs say and do alike. */
const TEMPLATE = {
  reads: [['note-templates']],
  about: 'Notes that were written with it stay as they are.',
};

/** How the dialogs of a template describe its changes. */
const watchesOf = ({ templateId }: NoteTemplateRow) =>
  watching<Values & { readonly retired?: boolean }>({
    area: 'Note templates',
    isIt: { templateId },
    valuesAfter: ({ type, data }) => {
      if (type === 'NoteTemplateRetired') return { retired: true };
      if (type !== 'NoteTemplateChanged' && type !== 'NoteTemplateCreated') return null;
      return { ...valuesOf(data), retired: false };
    },
    labels: {
      title: 'Title',
      noteText: 'Text',
      actionNeeded: 'Action needed',
      titleEs: 'Title in Spanish',
      noteTextEs: 'Text in Spanish',
      retired: 'Retired',
    },
    inWords: (name, values) =>
      name === 'noteText' || name === 'noteTextEs' ? plainOf(values[name] ?? '') || undefined : undefined,
  });

/** Creates or changes a template. If the template was retired meanwhile, the typed text can be saved as a new one. */
export function EditTemplate({ row: template, isListed = true, onClose }: EditTemplateProps) {
  const replacing = useTemplate(template, !isListed);
  const isNew = template === undefined || !isListed;
  return (
    <CommandDialog
      {...TEMPLATE}
      {...replacing}
      onClose={onClose}
      watches={template && watchesOf(template)}
      endpoint={isNew ? 'POST /note-templates' : 'POST /note-templates/{templateId}'}
      request={({ seen, ...body }) =>
        isNew ? { body } : { params: { templateId: template.templateId }, body: { ...body, seen } }
      }
      doneWords={({ body }) => ('seen' in body ? 'Template changed' : 'Template created')}
      title={template ? `Edit template: ${template.title}` : 'New template'}
      submitLabel={isNew ? (isListed ? 'Create' : 'Create as a new template') : 'Save'}
      errorTitle="The template was not saved"
    >
      <TemplateFields taken={replacing.revision.taken} />
    </CommandDialog>
  );
}

/** The form of a template, or of a new one. */
const useTemplate = (template: NoteTemplateRow | undefined, retired: boolean) =>
  useReplacing({
    present: valuesOf(template ?? EMPTY),
    premises: { retired },
    // `retired` is among them, because the values of a retired template can be saved as a new one.
    savedSeparately: ['title', 'noteText', 'actionNeeded', 'titleEs', 'noteTextEs', 'retired'],
    // The body contains `seen`, which the request for a new template leaves out.
    schema: noteTemplateBody,
  });

/** The fields of a template's form. `taken`: how often the person has taken over changes. */
const TemplateFields = ({ taken }: { readonly taken: number }) => (
  <>
    <BoundText name="title" label="Title" autoFocus required />
    <NoteField key={`text ${taken}`} name="noteText" label="Text" minHeight={150} />
    <BoundText name="titleEs" label="Title in Spanish" help={WITHOUT_SPANISH} />
    <NoteField
      key={`spanish ${taken}`}
      name="noteTextEs"
      label="Text in Spanish"
      minHeight={100}
      lang="es"
      isOptional
    />
    <BoundCheckbox name="actionNeeded" label="A note that begins with it needs action" />
    <ReasonField />
  </>
);

const WITHOUT_SPANISH = 'Who writes in Spanish is offered it. Without it, the title and the text above.';

type NoteFieldProps = Pick<ComponentProps<typeof NoteEditor>, 'label' | 'minHeight' | 'lang' | 'isOptional'>;

/** The editor of one of the form's texts. It starts again with the form's text if its `key` changes. */
function NoteField({ name, ...editor }: NoteFieldProps & { readonly name: 'noteText' | 'noteTextEs' }) {
  const { field, fieldState } = useController<Values>({ name });
  const typed = String(field.value ?? '');
  return (
    <NoteEditor
      {...editor}
      initial={typed}
      onChange={field.onChange}
      length={sizeOfNote(typed).characters}
      error={fieldState.error?.message}
    />
  );
}

/** Retires a template, which is then no longer offered. */
export function RetireTemplate({ row: template, onClose }: RowDialogProps<NoteTemplateRow>) {
  const { templateId, title } = template;
  return (
    <ReasonCommandDialog
      {...TEMPLATE}
      watches={watchesOf(template)}
      present={valuesOf(template)}
      endpoint="POST /note-templates/{templateId}/retire"
      request={(body, seen) => ({ params: { templateId }, body: { ...body, seen } })}
      doneWords="Template retired"
      title={`Retire template: ${title}`}
      about={`It is no longer offered. ${TEMPLATE.about}`}
      submitLabel="Retire"
      submitColor="error"
      errorTitle="The template was not retired"
      onClose={onClose}
    />
  );
}
