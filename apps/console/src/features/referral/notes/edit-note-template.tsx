import { noteTemplateBody, type NoteTemplateRow } from '@throughline/contracts';
import { ADMIN_AREAS, plainOf, sizeOfNote } from '@throughline/domain';
import { Checkbox, FormControlLabel, Stack } from '@mui/material';
import { Controller } from 'react-hook-form';
import { queryClient } from '../../../api/query-client.js';
import { useCommand } from '../../../api/use-command.js';
import { adminActsOn } from '../../../meanwhile/acts.js';
import { ChangedMeanwhile, errorBeside } from '../../../meanwhile/changed-meanwhile.js';
import { useReplacing, useRevision } from '../../../meanwhile/use-replacing.js';
import { toast } from '../../../ui/announcer.js';
import { BoundField } from '../../../ui/fields/bound-field.js';
import { FormDialog } from '../../../ui/dialogs/form-dialog.js';
import { ReasonCommandDialog } from '../../../ui/dialogs/command-dialog.js';
import { ReasonField } from '../../../ui/fields/reason-field.js';
import { TextField } from '../../../ui/fields/text-field.js';
import { NoteEditor } from './note-editor.js';

interface EditTemplateProps {
  /** The template as it is now, or as it was when it was retired; null: a new one. */
  readonly template: NoteTemplateRow | null;
  readonly isRetired: boolean;
  readonly onClose: () => void;
}

const reload = () => void queryClient.invalidateQueries({ queryKey: ['note-templates'] });

const done = (words: string, onClose: () => void) => ({
  onSuccess: () => {
    toast(words);
    onClose();
    reload();
  },
});

const EMPTY = { title: '', noteText: '', actionNeeded: false };
type Values = typeof EMPTY;

const LABELS = { title: 'Title', noteText: 'Text', actionNeeded: 'Action needed', retired: 'Retired' } as const;

function inWords(name: keyof typeof LABELS, values: Values & { readonly retired?: boolean }) {
  const value = name === 'noteText' ? plainOf(values.noteText) : (values[name] ?? false);
  return [LABELS[name], typeof value === 'boolean' ? (value ? 'yes' : 'no') : value] as const;
}

/** The acts on one template. */
const actsOn = (template: NoteTemplateRow) =>
  adminActsOn({ search: ADMIN_AREAS['noteTemplates'] ?? '' }, ({ type, data }) => {
    const isIt = 'templateId' in data && data.templateId === template.templateId;
    if (isIt && type === 'NoteTemplateRetired') return { retired: true };
    if (!isIt || (type !== 'NoteTemplateChanged' && type !== 'NoteTemplateCreated')) return null;
    const { title, noteText, actionNeeded } = data;
    return { title, noteText, actionNeeded, retired: false };
  });

/** Creates a template, or changes one; what was typed for one that was retired meanwhile can be kept as a new one. */
export function EditTemplate({ template, isRetired, onClose }: EditTemplateProps) {
  const { title, noteText, actionNeeded } = template ?? EMPTY;
  const { form, revision, refused } = useReplacing({
    present: { title, noteText, actionNeeded },
    premises: { retired: isRetired },
    // What was typed for a retired one is saved as a new one.
    beside: ['title', 'noteText', 'actionNeeded', 'retired'],
    typedOf: ({ retired: _, ...values }) => values,
    besides: { reason: '' },
    // What is seen of a new one is not sent.
    schema: noteTemplateBody,
  });
  const { control, handleSubmit, formState, getValues } = form;
  const create = useCommand('POST /note-templates', done('Template created', onClose));
  const change = useCommand('POST /note-templates/{templateId}', {
    ...done('Template changed', onClose),
    onError: (error) => {
      refused(error);
      reload();
    },
  });
  const isNew = template === null || isRetired;
  return (
    <FormDialog
      open
      title={template ? `Edit template: ${template.title}` : 'New template'}
      about="Notes that were written with it stay as they are."
      submitLabel={isNew ? (isRetired ? 'Create as a new template' : 'Create') : 'Save'}
      dirty={formState.isDirty}
      busy={create.isPending || change.isPending}
      error={create.error ?? errorBeside(revision, change.error)}
      errorTitle="The template was not saved"
      onClose={onClose}
      onSubmit={handleSubmit(({ seen, ...body }) =>
        !isNew
          ? change.mutate({ params: { templateId: template.templateId }, body: { ...body, seen } })
          : create.mutate({ body }),
      )}
    >
      {template ? (
        <ChangedMeanwhile revision={revision} acts={actsOn(template)} inWords={inWords} command={change} />
      ) : null}
      <Stack spacing={2}>
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
              initial={getValues('noteText')}
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
        <ReasonField control={control} />
      </Stack>
    </FormDialog>
  );
}

interface RetireTemplateProps {
  /** The template as it is now. */
  readonly template: NoteTemplateRow;
  readonly onClose: () => void;
}

/** No longer offers a template. */
export function RetireTemplate({ template, onClose }: RetireTemplateProps) {
  const { templateId, ...values } = template;
  const { title } = values;
  const revision = useRevision<Values>(values);
  return (
    <ReasonCommandDialog
      endpoint="POST /note-templates/{templateId}/retire"
      request={(body) => ({ params: { templateId }, body: { ...body, seen: revision.stated } })}
      doneWords="Template retired"
      reads={[['note-templates']]}
      revision={revision}
      title={`Retire template: ${title}`}
      about="It is no longer offered. Notes that were written with it stay as they are."
      submitLabel="Retire"
      submitColor="error"
      errorTitle="The template was not retired"
      onClose={onClose}
    >
      {(command) => (
        <ChangedMeanwhile revision={revision} acts={actsOn(template)} inWords={inWords} command={command} />
      )}
    </ReasonCommandDialog>
  );
}
