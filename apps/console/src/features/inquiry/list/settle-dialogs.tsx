import type { Inquiry } from '@throughline/contracts';
import { Box, Typography } from '@mui/material';
import { useForm } from 'react-hook-form';
import { useCommand } from '../../../api/use-command.js';
import { toast } from '../../../ui/announcer.js';
import { BoundField } from '../../../ui/bound-field.js';
import { FormDialog } from '../../../ui/form-dialog.js';
import { TextField } from '../../../ui/text-field.js';
import { answerResolver, closeResolver } from '../form/inquiry-rules.js';

interface SettleProps {
  readonly inquiry: Inquiry;
  readonly onSettled: () => void;
  readonly onClose: () => void;
}

/** The dialogs that settle a message. Loaded when one is opened. */
export function SettleInquiry({ how, ...props }: SettleProps & { readonly how: 'answer' | 'close' }) {
  return how === 'answer' ? <AnswerInquiry {...props} /> : <CloseInquiry {...props} />;
}

function AnswerInquiry({ inquiry, onSettled, onClose }: SettleProps) {
  const { inquiryId: id, email } = inquiry;
  const { control, handleSubmit, formState } = useForm({ defaultValues: { text: '' }, resolver: answerResolver });
  const answer = useCommand('POST /messages/{id}/answer', {
    onSuccess: () => {
      toast('Answered: the sender is mailed a link');
      onSettled();
      onClose();
    },
  });
  return (
    <FormDialog
      open
      title="Answer the message"
      about={`${email} is mailed a link, which opens the answer for 30 days. Please name no member in it.`}
      submitLabel="Answer"
      dirty={formState.isDirty}
      busy={answer.isPending}
      error={answer.error}
      onClose={onClose}
      onSubmit={handleSubmit((body) => answer.mutate({ params: { id }, body }))}
    >
      <Quoted inquiry={inquiry} />
      <BoundField control={control} name="text">
        {(field) => <TextField {...field} label="Answer" rows={6} required autoFocus />}
      </BoundField>
    </FormDialog>
  );
}

function CloseInquiry({ inquiry, onSettled, onClose }: SettleProps) {
  const { inquiryId: id } = inquiry;
  const { control, handleSubmit, formState } = useForm({ defaultValues: { reason: '' }, resolver: closeResolver });
  const close = useCommand('POST /messages/{id}/close', {
    onSuccess: () => {
      toast('Closed');
      onSettled();
      onClose();
    },
  });
  return (
    <FormDialog
      open
      title="Close the message"
      about="The sender is not told: for what was settled in another way, or needs no answer."
      submitLabel="Close message"
      dirty={formState.isDirty}
      busy={close.isPending}
      error={close.error}
      onClose={onClose}
      onSubmit={handleSubmit((body) => close.mutate({ params: { id }, body }))}
    >
      <Quoted inquiry={inquiry} />
      <BoundField control={control} name="reason">
        {(field) => <TextField {...field} label="Reason" help="For the staff only." rows={2} required autoFocus />}
      </BoundField>
    </FormDialog>
  );
}

function Quoted({ inquiry: { firstName, lastName, subject, text } }: { readonly inquiry: Inquiry }) {
  return (
    <Box
      component="blockquote"
      sx={{ m: 0, mb: 2, pl: 2, borderLeft: 2, borderColor: 'divider', overflowWrap: 'anywhere' }}
    >
      <Typography variant="subtitle2">
        {firstName} {lastName}
        {subject ? `: ${subject}` : ''}
      </Typography>
      <Typography sx={{ whiteSpace: 'pre-wrap', maxHeight: 240, overflowY: 'auto' }} tabIndex={0}>
        {text}
      </Typography>
    </Box>
  );
}
