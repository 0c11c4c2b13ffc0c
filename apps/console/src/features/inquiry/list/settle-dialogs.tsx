import type { Inquiry, RequestOf } from '@throughline/contracts';
import { shortened } from '@throughline/domain';
import { When } from '../../../ui/words/when.js';
import { Alert, AlertTitle, Box, Typography } from '@mui/material';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { useForm } from 'react-hook-form';
import { isInDoubt } from '../../../api/api-error.js';
import { userAtom } from '../../../session/session.js';
import { BoundText } from '../../../ui/fields/bound-text.js';
import { CommandDialog } from '../../../ui/dialogs/command-dialog.js';
import { answerResolver, closeResolver, type SettleBody, type SettleFields } from '../form/inquiry-rules.js';
import { readInquiry } from './use-inquiries.js';

interface SettleProps {
  /** The inquiry as it was when the dialog was opened. */
  readonly inquiry: Inquiry;
  /** The inquiry as the page shows it now; undefined: it is no longer on the page. */
  readonly present: Inquiry | undefined;
  /** Position of its last live change that the page has not read; undefined: none. */
  readonly changedAt: number | undefined;
  readonly onSettled: () => void;
  readonly onClose: () => void;
}

type Settling = RequestOf<(typeof ACTS)[keyof typeof ACTS]['endpoint']>;

interface SettleInquiryProps extends SettleProps {
  readonly how: keyof typeof ACTS;
}

/** The dialog that answers or closes a message. Its code is loaded when it is opened. */
export function SettleInquiry({ how, inquiry, present, changedAt, ...props }: SettleInquiryProps) {
  const { name, resolver, about, field, ...act } = ACTS[how];
  const form = useForm<SettleFields, unknown, SettleBody>({ defaultValues: { text: '', reason: '' }, resolver });
  const { meanwhile, frame } = useSettledSince({ inquiry, present, changedAt }, form.watch(name));
  return (
    <CommandDialog
      {...props}
      {...act}
      {...frame}
      form={form}
      request={(body) => ({ params: { id: inquiry.inquiryId }, body: { ...body, seen: seenOf(inquiry) } }) as Settling}
      about={about(inquiry)}
      notice={({ isPending }) => (
        <>
          <SettledMeanwhile meanwhile={meanwhile} act={how} busy={isPending} />
          <Quoted inquiry={inquiry} />
        </>
      )}
    >
      <BoundText {...field} name={name} required autoFocus />
    </CommandDialog>
  );
}

const ACTS = {
  answer: {
    endpoint: 'POST /messages/{id}/answer',
    name: 'text',
    resolver: answerResolver,
    field: { label: 'Answer', rows: 6 },
    title: 'Answer the message',
    about: ({ email }: Inquiry) =>
      `${email} is mailed a link, which opens the answer for 30 days. Please name no member in it.`,
    submitLabel: 'Answer',
    doneWords: 'Answered: the sender is mailed a link',
  },
  close: {
    endpoint: 'POST /messages/{id}/close',
    name: 'reason',
    resolver: closeResolver,
    field: { label: 'Reason', help: 'For the staff only.', rows: 2 },
    title: 'Close the message',
    about: () => 'The sender is not told: for what was settled in another way, or needs no answer.',
    submitLabel: 'Close message',
    doneWords: 'Closed',
  },
} as const;

const seenOf = ({ answer }: Inquiry) => ({ answeredAt: answer?.at ?? null });

/** What another person did to the message while a dialog of it was open: how they settled it, and whether it was reopened since. */
interface Meanwhile {
  readonly did: 'answered' | 'closed';
  readonly how: NonNullable<Inquiry['closed']>;
  readonly reopened: Inquiry['reopened'] | null;
}

/** Compares a message as the dialog showed it with its present state. Null: nobody settled it since. */
export function settledSince(seen: Inquiry, now: Inquiry): Meanwhile | null {
  const { status, answer, closed, reopened } = now;
  if (status === 'closed' && closed) return { did: 'closed', how: closed, reopened: null };
  if (status === 'answered' && answer) return { did: 'answered', how: answer, reopened: null };
  const isNew = (after: { readonly at: string } | null | undefined, before: typeof after) =>
    after !== null && after !== undefined && after.at !== before?.at;
  // The API refuses a second answer unless the first was seen. The first is therefore shown, even if the message was closed after it.
  if (answer && isNew(answer, seen.answer)) return { did: 'answered', how: answer, reopened: reopened ?? null };
  if (reopened?.closed && isNew(reopened, seen.reopened)) return { did: 'closed', how: reopened.closed, reopened };
  return null;
}

/** Instructions for a person whose message was settled by somebody else meanwhile. */
export function nextStep(
  act: 'answer' | 'close',
  { did, status, isOwn = false }: Pick<Meanwhile, 'did'> & Pick<Inquiry, 'status'> & { readonly isOwn?: boolean },
) {
  const isReopened = status === 'open';
  if (isOwn)
    return isReopened ? `It was reopened. ${AGAIN[act]}` : 'There is nothing left to send: you can close this.';
  if (isReopened && did === 'closed')
    return `What you have entered stays here, and you can ${SEND[act]}: it was reopened.`;
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

const AGAIN = {
  answer: 'To answer it once more, close this and answer the message again.',
  close: 'To close the message once more, leave this and close it again.',
} as const;
const SEND = { answer: 'still answer the message', close: 'still close the message' } as const;

type Changing = Pick<SettleProps, 'inquiry' | 'present' | 'changedAt'>;

/**
 * What happened to the message since the dialog was opened. Live changes contain only the status, which is `open` again after a reopening,
 * so the message is read after each change. `typed`: the text that the dialog sends. If the message was settled with this text by this
 * person, only the reply to the request was lost, and nothing is left to send.
 */
function useSettledSince({ inquiry, present, changedAt }: Changing, typed: string) {
  const { inquiryId } = inquiry;
  const user = useAtomValue(userAtom);
  const { data } = useQuery({
    queryKey: ['messages', { inquiryId, changedAt, status: present?.status ?? 'gone' }],
    queryFn: ({ signal }) => readInquiry(inquiryId, signal),
    enabled: changedAt !== undefined || present?.status !== 'open',
    // Keeps the notice while the next change is read.
    placeholderData: keepPreviousData,
  });
  // After a live change the page knows only the message's status, so its details come from the read.
  const now = changedAt === undefined && present ? present : data;
  const settled = now && settledSince(inquiry, now);
  const name = user && `${user.firstName} ${user.lastName}`;
  const isOwn = settled ? isOwnAct(settled.how, name, typed) : false;
  const frame = {
    ...(isOwn && { done: true, submitDisabled: true, dirty: false }),
    errorOf: (error: Error | null) => (isOwn && isInDoubt(error) ? null : error),
  };
  return {
    meanwhile:
      now && settled
        ? { ...settled, who: settled.how.by === name ? 'You' : settled.how.by, status: now.status, isOwn }
        : null,
    frame,
  };
}

/** Whether the message was settled from this dialog: by the same person and with the same text. */
export const isOwnAct = ({ by, text }: Meanwhile['how'], name: string | null, typed: string): boolean =>
  by === name && text.trim() === typed.trim();

interface SettledMeanwhileProps {
  readonly meanwhile: ReturnType<typeof useSettledSince>['meanwhile'];
  readonly act: 'answer' | 'close';
  readonly busy: boolean;
}

/**
 * Says who settled the message since the dialog was opened, when and how, and whether it was reopened. The element is always rendered, so
 * that a screen reader announces its content.
 */
function SettledMeanwhile({ meanwhile, act, busy }: SettledMeanwhileProps) {
  return (
    <Box role="status">
      {meanwhile && !busy ? (
        <Alert severity="info" role="presentation" sx={{ mb: 2, overflowWrap: 'anywhere' }}>
          <AlertTitle>
            {meanwhile.who} {meanwhile.did} this message, <When at={meanwhile.how.at} />.
          </AlertTitle>
          <Typography sx={{ whiteSpace: 'pre-wrap' }}>{shortened(meanwhile.how.text, LONGEST_QUOTE)}</Typography>
          {meanwhile.reopened ? (
            <Typography sx={{ mt: 1 }}>
              {meanwhile.reopened.by} reopened it, <When at={meanwhile.reopened.at} />.
            </Typography>
          ) : null}
          <Typography sx={{ mt: 1 }}>{nextStep(act, meanwhile)}</Typography>
        </Alert>
      ) : null}
    </Box>
  );
}

/** In characters. */
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
