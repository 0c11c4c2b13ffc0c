import type { Inquiry } from '@throughline/contracts';
import { HELP_TYPES, mayWorkTasks } from '@throughline/domain';
import { Button, Chip, Link, Stack, Typography } from '@mui/material';
import { atom, useAtomValue, useSetAtom } from 'jotai';
import { useCommand } from '../../../api/use-command.js';
import { userAtom } from '../../../session/session.js';
import { toast, toastFailed } from '../../../ui/announcer.js';
import type { DataColumn } from '../../../ui/tables/data-column.js';
import { DueDay } from '../../../ui/words/due-day.js';
import { mailLink } from '../../../ui/words/mail-link.js';
import { OneLine } from '../../../ui/words/one-line.js';
import { When } from '../../../ui/words/when.js';
import type { LiveInquiry } from './use-inquiries.js';

/** The message whose dialog is open. */
export const settlingAtom = atom<{ readonly inquiry: Inquiry; readonly how: 'answer' | 'close' } | null>(null);

const kindOf = ({ source, type }: Inquiry) =>
  source === 'contact' ? type : type in HELP_TYPES ? HELP_TYPES[type as keyof typeof HELP_TYPES] : type;

const TEXT = { display: 'block', maxWidth: 520, whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' } as const;

/** Columns of the list of messages, for open and for settled ones. */
export const INQUIRY_COLUMNS: readonly DataColumn<LiveInquiry>[] = [
  {
    id: 'due',
    header: 'Due',
    width: '8rem',
    cell: (row) =>
      row.status === 'open' ? (
        <DueDay task={{ dueAt: row.dueAt, onHold: null }} />
      ) : (
        <When at={settledIn(row)?.at ?? row.dueAt} />
      ),
  },
  {
    id: 'from',
    header: 'From',
    title: true,
    cell: ({ firstName, lastName, email, canBeMailed }) => (
      <Stack>
        <OneLine text={`${firstName} ${lastName}`} maxWidth={220} />
        {canBeMailed ? (
          <Link href={mailLink(email)} variant="body2">
            <OneLine text={email} maxWidth={220} />
          </Link>
        ) : (
          <Typography variant="body2" color="textSecondary">
            <OneLine text={email} maxWidth={220} /> (no address for mail)
          </Typography>
        )}
      </Stack>
    ),
  },
  {
    id: 'message',
    header: 'Message',
    cell: (row) => (
      <>
        <Stack direction="row" sx={{ gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
          <Chip size="small" variant="outlined" label={kindOf(row)} />
          <Typography component="span" variant="body2" color="textSecondary">
            <When at={row.receivedAt} />
          </Typography>
        </Stack>
        {row.subject ? (
          <Typography variant="subtitle2" component="span" sx={TEXT}>
            {row.subject}
          </Typography>
        ) : null}
        <Typography
          variant="body2"
          component="span"
          sx={{ ...TEXT, display: '-webkit-box', WebkitLineClamp: 4, WebkitBoxOrient: 'vertical', overflow: 'hidden' }}
        >
          {row.text}
        </Typography>
        <Settled inquiry={row} />
      </>
    ),
  },
  { id: 'actions', header: 'Actions', controls: true, cell: (row) => <InquiryActions inquiry={row} /> },
];

/** How a message was last answered or closed; null: it is open, or this page has not read it yet. */
const settledIn = ({ status, answer, closed, isSettledUnread }: LiveInquiry) =>
  isSettledUnread ? null : status === 'answered' ? answer : status === 'closed' ? closed : null;

function Settled({ inquiry }: { readonly inquiry: LiveInquiry }) {
  const { status, answer } = inquiry;
  const settled = settledIn(inquiry);
  if (settled === null) return null;
  return (
    <Typography variant="body2" component="span" color="textSecondary" sx={{ ...TEXT, mt: 0.5 }}>
      {status === 'answered' ? 'Answered' : 'Closed'} by {settled.by}: {settled.text}
      {answer !== null && status === 'answered' && !answer.isMailed ? ' (not mailed yet)' : ''}
    </Typography>
  );
}

function InquiryActions({ inquiry }: { readonly inquiry: LiveInquiry }) {
  const user = useAtomValue(userAtom);
  const settle = useSetAtom(settlingAtom);
  const reopen = useCommand('POST /messages/{id}/reopen', {
    onSuccess: () => toast('The message is open again'),
    onError: (error) => toastFailed(`Reopen the message of ${inquiry.lastName}`, error.message),
  });
  if (user === null || !mayWorkTasks(user)) return null;
  const { inquiryId: id, lastName, status } = inquiry;
  const settled = settledIn(inquiry);
  if (status !== 'open')
    return settled === null ? (
      <Typography variant="body2" color="textSecondary">
        Just {status}. Show updates under Done to read it.
      </Typography>
    ) : (
      <Button
        size="small"
        loading={reopen.isPending}
        aria-label={`Reopen the message of ${lastName}`}
        onClick={() => reopen.mutate({ params: { id }, body: { seen: { settledAt: settled.at } } })}
      >
        Reopen
      </Button>
    );
  return (
    <Stack direction="row" sx={{ gap: 1, justifyContent: { sm: 'flex-end' } }}>
      {inquiry.canBeMailed ? (
        <Button
          size="small"
          variant="outlined"
          aria-label={`Answer ${lastName}`}
          onClick={() => settle({ inquiry, how: 'answer' })}
        >
          Answer
        </Button>
      ) : null}
      <Button
        size="small"
        aria-label={`Close the message of ${lastName}`}
        onClick={() => settle({ inquiry, how: 'close' })}
      >
        Close
      </Button>
    </Stack>
  );
}
