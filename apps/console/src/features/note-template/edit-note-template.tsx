import { noteTemplateBody, type NoteTemplateRow } from '@throughline/contracts';
import { ADMIN_AREAS, plainOf, sizeOfNote } from '@throughline/domain';
import { Checkbox, FormControlLabel } from '@mui/material';
import { Controller } from 'react-hook-form';
import { adminActsOn } from '../../meanwhile/acts.js';
import { changedNotice } from '../../meanwhile/changed-meanwhile.js';
import { useReplacing, useRevision } from '../../meanwhile/use-replacing.js';
import { BoundField } from '../../ui/fields/bound-field.js';
import { CommandDialog } from '../../ui/dialogs/command-dialog.js';
import { ReasonCommandDialog } from '../../ui/dialogs/reason-dialog.js';
import { ReasonField } from '../../ui/fields/reason-field.js';
import type { RowDialogProps } from '../../ui/tables/admin-table.js';
import { TextField } from '../../ui/fields/text-field.js';
import { NoteEditor } from '../../note-text/note-editor.js';

interface EditTemplateProps {
  /** The template; left out: a new one. */
  readonly row?: NoteTemplateRow;
  /** False: the template was retired while the dialog was open. */
  readonly isListed?: boolean;
  readonly onClose: () => void;
}

const READS = [['note-templates']];

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
  ...{ title, noteText, actionNeeded, titleEs, noteTextEs },
});

const LABELS = {
  title: 'Title',
  noteText: 'Text',
  actionNeeded: 'Action needed',
  titleEs: 'Title in Spanish',
  noteTextEs: 'Text in Spanish',
  retired: 'Retired',
} as const;

function inWords(name: keyof typeof LABELS, values: Values & { readonly retired?: boolean }) {
  const value = values[name];
  if (name === 'actionNeeded' || name === 'retired') return [LABELS[name], value ? 'yes' : 'no'] as const;
  const text = String(value ?? '');
  return [LABELS[name], (name.startsWith('noteText') ? plainOf(text) : text) || 'nothing'] as const;
}

/** The acts that changed this template, for the notice of a concurrent change. */
const actsOn = (template: NoteTemplateRow) =>
  adminActsOn({ search: ADMIN_AREAS['noteTemplates'] ?? '' }, ({ type, data }) => {
    const isIt = 'templateId' in data && data.templateId === template.templateId;
    if (isIt && type === 'NoteTemplateRetired') return { retired: true };
    if (!isIt || (type !== 'NoteTemplateChanged' && type !== 'NoteTemplateCreated')) return null;
    return { ...valuesOf(data), retired: false };
  });

/** Creates or changes a template. If the template was retired meanwhile, the typed text can be saved as a new one. */
export function EditTemplate({ row: template, isListed = true, onClose }: EditTemplateProps) {
  const isRetired = !isListed;
  const replacing = useReplacing({
    present: valuesOf(template ?? EMPTY),
    premises: { retired: isRetired },
    // `retired` is among them, because the values of a retired template can be saved as a new one.
    beside: ['title', 'noteText', 'actionNeeded', 'titleEs', 'noteTextEs', 'retired'],
    typedOf: ({ retired: _, titleEs, noteTextEs, ...values }) => ({
      ...{ ...values, titleEs: titleEs ?? '', noteTextEs: noteTextEs ?? '' },
    }),
    besides: { reason: '' },
    // The body contains `seen`, which the request for a new template leaves out.
    schema: noteTemplateBody,
  });
  const { form, revision } = replacing;
  const { control } = form;
  const isNew = template === undefined || isRetired;
  return (
    <CommandDialog
      {...replacing}
      endpoint={isNew ? 'POST /note-templates' : 'POST /note-templates/{templateId}'}
      request={({ seen, ...body }) =>
        isNew ? { body } : { params: { templateId: template.templateId }, body: { ...body, seen } }
      }
      doneWords={({ body }) => ('seen' in body ? 'Template changed' : 'Template created')}
      reads={READS}
      title={template ? `Edit template: ${template.title}` : 'New template'}
      about="Notes that were written with it stay as they are."
      submitLabel={isNew ? (isRetired ? 'Create as a new template' : 'Create') : 'Save'}
      errorTitle="The template was not saved"
      onClose={onClose}
      notice={template && changedNotice({ revision, acts: actsOn(template), inWords })}
    >
      <BoundField control={control} name="title">
        {(field) => <TextField {...field} label="Title" autoFocus required />}
      </BoundField>
      <Controller
        control={control}
        name="noteText"
        render={({ field, fieldState }) => (
          <NoteEditor
            key={revision.taken}
            label="Text"
            initial={form.getValues('noteText')}
            onChange={field.onChange}
            length={sizeOfNote(field.value).characters}
            error={fieldState.error?.message}
            minHeight={150}
          />
        )}
      />
      <BoundField control={control} name="titleEs">
        {(field) => <TextField {...field} label="Title in Spanish" help={WITHOUT_SPANISH} />}
      </BoundField>
      <Controller
        control={control}
        name="noteTextEs"
        render={({ field, fieldState }) => (
          <NoteEditor
            key={revision.taken}
            label="Text in Spanish"
            lang="es"
            isOptional
            initial={form.getValues('noteTextEs')}
            onChange={field.onChange}
            length={sizeOfNote(field.value).characters}
            error={fieldState.error?.message}
            minHeight={100}
          />
        )}
      />
      <Controller
        control={control}
        name="actionNeeded"
        render={({ field }) => (
          <FormControlLabel
            control={
              <Checkbox
                checked={field.value}
                onChange={(_, on) => field.onChange(on)}
                slotProps={{ input: { ref: field.ref } }}
              />
            }
            label="A note that begins with it needs action"
          />
        )}
      />
      <ReasonField />
    </CommandDialog>
  );
}

const WITHOUT_SPANISH = 'Who writes in Spanish is offered it. Without it, the title and the text above.';

/** Retires a template, which is then no longer offered. */
export function RetireTemplate({ row: template, onClose }: RowDialogProps<NoteTemplateRow>) {
  const { templateId, title } = template;
  const revision = useRevision<Values>(valuesOf(template));
  return (
    <ReasonCommandDialog
      endpoint="POST /note-templates/{templateId}/retire"
      request={(body) => ({ params: { templateId }, body: { ...body, seen: revision.stated } })}
      doneWords="Template retired"
      reads={READS}
      revision={revision}
      title={`Retire template: ${title}`}
      about="It is no longer offered. Notes that were written with it stay as they are."
      submitLabel="Retire"
      submitColor="error"
      errorTitle="The template was not retired"
      onClose={onClose}
      notice={changedNotice({ revision, acts: actsOn(template), inWords })}
    />
  );
}
