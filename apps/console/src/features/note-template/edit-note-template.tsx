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

const EMPTY = { title: '', noteText: '', actionNeeded: false };
type Values = typeof EMPTY;

const LABELS = { title: 'Title', noteText: 'Text', actionNeeded: 'Action needed', retired: 'Retired' } as const;

function inWords(name: keyof typeof LABELS, values: Values & { readonly retired?: boolean }) {
  const value = name === 'noteText' ? plainOf(values.noteText) : (values[name] ?? false);
  return [LABELS[name], typeof value === 'boolean' ? (value ? 'yes' : 'no') : value] as const;
}

/** The acts that changed this template, for the notice of a concurrent change. */
const actsOn = (template: NoteTemplateRow) =>
  adminActsOn({ search: ADMIN_AREAS['noteTemplates'] ?? '' }, ({ type, data }) => {
    const isIt = 'templateId' in data && data.templateId === template.templateId;
    if (isIt && type === 'NoteTemplateRetired') return { retired: true };
    if (!isIt || (type !== 'NoteTemplateChanged' && type !== 'NoteTemplateCreated')) return null;
    const { title, noteText, actionNeeded } = data;
    return { title, noteText, actionNeeded, retired: false };
  });

/** Creates or changes a template. If the template was retired meanwhile, the typed text can be saved as a new one. */
export function EditTemplate({ row: template, isListed = true, onClose }: EditTemplateProps) {
  const isRetired = !isListed;
  const { title, noteText, actionNeeded } = template ?? EMPTY;
  const replacing = useReplacing({
    present: { title, noteText, actionNeeded },
    premises: { retired: isRetired },
    // `retired` is among them, because the values of a retired template can be saved as a new one.
    beside: ['title', 'noteText', 'actionNeeded', 'retired'],
    typedOf: ({ retired: _, ...values }) => values,
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

/** Retires a template, which is then no longer offered. */
export function RetireTemplate({ row: template, onClose }: RowDialogProps<NoteTemplateRow>) {
  const { templateId, ...values } = template;
  const { title } = values;
  const revision = useRevision<Values>(values);
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
