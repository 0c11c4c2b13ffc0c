import type { Inquiry } from '@throughline/contracts';
import { shortened } from '@throughline/domain';
import { Alert, AlertTitle, Box, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { call } from '../../../api/api.js';
import { BoundField } from '../../../ui/bound-field.js';
import { CommandDialog } from '../../../ui/command-dialog.js';
import { TextField } from '../../../ui/text-field.js';
import { When } from '../../../ui/when.js';
import { answerResolver, closeResolver } from '../form/inquiry-rules.js';

interface SettleProps {
  /** As it was when the dialog was opened. */
  readonly inquiry: Inquiry;
  /** As it is by now; undefined: it is not on the page any more. */
  readonly present: Inquiry | undefined;
  readonly onSettled: () => void;
  readonly onClose: () => void;
}

/** The dialogs that settle a message. Loaded when one is opened. */
export function SettleInquiry({ how, ...props }: SettleProps & { readonly how: 'answer' | 'close' }) {
  return how === 'answer' ? <AnswerInquiry {...props} /> : <CloseInquiry {...props} />;
}

function AnswerInquiry({ inquiry, present, ...props }: SettleProps) {
  const { inquiryId: id, email } = inquiry;
  const form = useForm({ defaultValues: { text: '' }, resolver: answerResolver });
  return (
    <CommandDialog
      {...props}
      endpoint="POST /messages/{id}/answer"
      form={form}
      request={({ text }) => ({ params: { id }, body: { text, seen: seenOf(inquiry) } })}
      doneWords="Answered: the sender is mailed a link"
      title="Answer the message"
      about={`${email} is mailed a link, which opens the answer for 30 days. Please name no member in it.`}
      submitLabel="Answer"
    >
      {({ isPending }) => (
        <>
          <SettledMeanwhile inquiry={inquiry} present={present} act="answer" busy={isPending} />
          <Quoted inquiry={inquiry} />
          <BoundField control={form.control} name="text">
            {(field) => <TextField {...field} label="Answer" rows={6} required autoFocus />}
          </BoundField>
        </>
      )}
    </CommandDialog>
  );
}

function CloseInquiry({ inquiry, present, ...props }: SettleProps) {
  const { inquiryId: id } = inquiry;
  const form = useForm({ defaultValues: { reason: '' }, resolver: closeResolver });
  return (
    <CommandDialog
      {...props}
      endpoint="POST /messages/{id}/close"
      form={form}
      request={({ reason }) => ({ params: { id }, body: { reason, seen: seenOf(inquiry) } })}
      doneWords="Closed"
      title="Close the message"
      about="The sender is not told: for what was settled in another way, or needs no answer."
      submitLabel="Close message"
    >
      {({ isPending }) => (
        <>
          <SettledMeanwhile inquiry={inquiry} present={present} act="close" busy={isPending} />
          <Quoted inquiry={inquiry} />
          <BoundField control={form.control} name="reason">
            {(field) => <TextField {...field} label="Reason" help="For the staff only." rows={2} required autoFocus />}
          </BoundField>
        </>
      )}
    </CommandDialog>
  );
}

const seenOf = ({ answer }: Inquiry) => ({ answeredAt: answer?.at ?? null });

interface SettledMeanwhileProps extends Pick<SettleProps, 'inquiry' | 'present'> {
  /** What the dialog is for. */
  readonly act: 'answer' | 'close';
  readonly busy: boolean;
}

/** What to do where somebody has settled the message meanwhile; `isReopened`: and somebody has opened it again. */
export function nextStep(act: SettledMeanwhileProps['act'], isReopened: boolean): string {
  const next = {
    answer: isReopened
      ? 'To send it all the same, copy it, close this and answer the message again: it was reopened.'
      : 'To send it all the same, copy it, close this and reopen the message, which is among those that are done.',
    close: isReopened
      ? 'To close the message all the same, copy the reason, leave this and close the message again: it was reopened.'
      : 'The message is done: there is nothing left to close.',
  };
  return `What you have entered stays here. ${next[act]}`;
}

/** That somebody else has settled it since the dialog was opened: who, when and how. Rendered all the time, so that a screen reader announces it. */
function SettledMeanwhile({ inquiry: { inquiryId, answer: answered }, present, act, busy }: SettledMeanwhileProps) {
  const { data } = useQuery({
    queryKey: ['messages', { show: 'done', page: 0, since: present?.status ?? 'gone' }],
    queryFn: ({ signal }) => call('GET /messages', { query: { show: 'done', page: 0 } }, { signal }),
    enabled: present?.status !== 'open',
  });
  const done = data?.rows.find((row) => row.inquiryId === inquiryId);
  const settled = done?.status === 'answered' ? done.answer : done?.closed;
  // Or it was answered, and reopened: then it is among the open ones.
  const isOpen = present?.status === 'open';
  const isNew = isOpen && present.answer !== null && present.answer.at !== answered?.at;
  const how = isNew ? present.answer : isOpen ? null : settled;
  return (
    <Box role="status">
      {how && !busy ? (
        <Alert severity="info" role="presentation" sx={{ mb: 2, overflowWrap: 'anywhere' }}>
          <AlertTitle>
            {how.by} {isNew || done?.status === 'answered' ? 'answered' : 'closed'} this message meanwhile:{' '}
            <When at={how.at} />.
          </AlertTitle>
          <Typography sx={{ whiteSpace: 'pre-wrap' }}>{shortened(how.text, LONGEST_QUOTE)}</Typography>
          <Typography sx={{ mt: 1 }}>{nextStep(act, isNew)}</Typography>
        </Alert>
      ) : null}
    </Box>
  );
}

/** Letters of what somebody else has written. */
const LONGEST_QUOTE = 300;

function Quoted({ inquiry: { firstName, lastName, subject, text } }: { readonly inquiry: Inquiry }) {
  return (
    <Box
      component="blockquote"
      sx={{ m: 0, mb: 2, pl: 2, borderLeft: 2, borderColor: 'divider', overflowWrap: 'anywhere' }}
    >
      <Typography variant="subtitle2" component="p">
        {firstName} {lastName}
        {subject ? `: ${subject}` : ''}
      </Typography>
      <Typography sx={{ whiteSpace: 'pre-wrap', maxHeight: 240, overflowY: 'auto' }} tabIndex={0}>
        {text}
      </Typography>
    </Box>
  );
}
