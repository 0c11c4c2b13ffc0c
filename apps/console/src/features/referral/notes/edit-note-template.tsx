import { noteTemplateBody, type NoteTemplateRow } from '@throughline/contracts';
import { sizeOfNote } from '@throughline/domain';
import { Checkbox, FormControlLabel, Stack } from '@mui/material';
import { Controller, useForm } from 'react-hook-form';
import { queryClient } from '../../../api/query-client.js';
import { useCommand } from '../../../api/use-command.js';
import { toast } from '../../../ui/announcer.js';
import { BoundField } from '../../../ui/bound-field.js';
import { FormDialog } from '../../../ui/form-dialog.js';
import { ReasonDialog } from '../../../ui/reason-dialog.js';
import { ReasonField } from '../../../ui/reason-field.js';
import { schemaResolver } from '../../../ui/schema-resolver.js';
import { TextField } from '../../../ui/text-field.js';
import { NoteEditor } from './note-editor.js';

interface EditTemplateProps {
  /** Null: a new one. */
  readonly template: NoteTemplateRow | null;
  readonly onClose: () => void;
}

const done = (words: string, onClose: () => void) => ({
  onSuccess: () => {
    toast(words);
    onClose();
    void queryClient.invalidateQueries({ queryKey: ['note-templates'] });
  },
});

/** Creates a template, or changes one. */
export function EditTemplate({ template, onClose }: EditTemplateProps) {
  const { title = '', noteText = '', actionNeeded = false } = template ?? {};
  const { control, handleSubmit, formState } = useForm({
    defaultValues: { title, noteText, actionNeeded, reason: '' },
    resolver: schemaResolver(noteTemplateBody),
  });
  const create = useCommand('POST /note-templates', done('Template created', onClose));
  const change = useCommand('POST /note-templates/{templateId}', done('Template changed', onClose));
  return (
    <FormDialog
      open
      title={template ? `Edit template: ${template.title}` : 'New template'}
      about="Notes that were written with it stay as they are."
      submitLabel={template ? 'Save' : 'Create'}
      dirty={formState.isDirty}
      busy={create.isPending || change.isPending}
      error={create.error ?? change.error}
      errorTitle="The template was not saved"
      onClose={onClose}
      onSubmit={handleSubmit((body) =>
        template ? change.mutate({ params: { templateId: template.templateId }, body }) : create.mutate({ body }),
      )}
    >
      <Stack spacing={2}>
        <BoundField control={control} name="title">
          {(field) => <TextField {...field} label="Title" autoFocus required />}
        </BoundField>
        <Controller
          control={control}
          name="noteText"
          render={({ field, fieldState }) => (
            <NoteEditor
              label="Text"
              initial={noteText}
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
              control={<Checkbox checked={field.value} onChange={(_, on) => field.onChange(on)} />}
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
  readonly template: NoteTemplateRow;
  readonly onClose: () => void;
}

/** No longer offers a template. */
export function RetireTemplate({ template: { templateId, title }, onClose }: RetireTemplateProps) {
  const retire = useCommand('POST /note-templates/{templateId}/retire', done('Template retired', onClose));
  return (
    <ReasonDialog
      title={`Retire template: ${title}`}
      about="It is no longer offered. Notes that were written with it stay as they are."
      submitLabel="Retire"
      submitColor="error"
      busy={retire.isPending}
      error={retire.error}
      errorTitle="The template was not retired"
      onClose={onClose}
      onSubmit={(body) => retire.mutate({ params: { templateId }, body })}
    />
  );
}
