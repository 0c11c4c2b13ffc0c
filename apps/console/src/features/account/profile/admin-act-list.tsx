import { type AdminAct, PAGE_SIZE } from '@throughline/contracts';
import { describeEvent, type FieldChange, mayAdminister, nameOf } from '@throughline/domain';
import { Box, Link, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { type ReactNode, useState } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import { userAtom } from '../../../session/session.js';
import { EmptyState } from '../../../ui/page/empty-state.js';
import { TablePager } from '../../../ui/tables/table-pager.js';
import { momentInWords } from '../../../ui/words/moment.js';
import { When } from '../../../ui/words/when.js';
import { ReadState } from '../../../ui/page/read-state.js';
import { adminActsQuery } from '../queries.js';

/** The acts on one account, newest first. */
export function ActsOnAccount({ person }: { readonly person: string }) {
  const [page, setPage] = useState(0);
  return <AdminActList question={{ person, page }} onPage={setPage} empty={null} />;
}

interface AdminActListProps {
  readonly question: { readonly person?: string; readonly search?: string; readonly page: number };
  readonly onPage: (page: number) => void;
  readonly empty: ReactNode;
}

export function AdminActList({ question, onPage, empty }: AdminActListProps) {
  const read = useQuery(adminActsQuery(question));
  return (
    <ReadState read={read} failed="The audit could not be read" loading="The audit is loading">
      {(data) => {
        if (data.rows.length === 0) return empty ?? <EmptyState title="Nothing was done to this account yet" />;
        return (
          <>
            <Box component="ol" aria-busy={read.isPlaceholderData} sx={{ listStyle: 'none', m: 0, p: 0 }}>
              {data.rows.map((act) => (
                <Act key={act.position} act={act} ofOne={question.person !== undefined} />
              ))}
            </Box>
            {data.rowCount > PAGE_SIZE ? (
              <TablePager page={question.page} rowCount={data.rowCount} noun="acts" onPage={onPage} />
            ) : null}
          </>
        );
      }}
    </ReadState>
  );
}

interface ActProps {
  readonly act: AdminAct;
  readonly ofOne: boolean;
}

function Act({ act: { userId, name, at, actor, actorName, event }, ofOne }: ActProps) {
  const me = useAtomValue(userAtom);
  const { sentence, detail } = describeEvent(event, { who: actorName || nameOf(actor), before: null });
  return (
    <Box component="li" sx={{ py: 1, borderBottom: 1, borderColor: 'divider' }}>
      <Typography variant="caption" color="textSecondary" component="div">
        <When at={at} />
        {ofOne ? null : (
          <> · {userId !== null && me && mayAdminister(me) ? <ToProfile userId={userId}>{name}</ToProfile> : name}</>
        )}
      </Typography>
      <Typography sx={{ overflowWrap: 'anywhere' }}>{sentence}</Typography>
      {detail.map(inOwnTime).map(({ field, to }) => (
        <Typography key={field} variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
          {field}: {to ?? '–'}
        </Typography>
      ))}
    </Box>
  );
}

/** What an event says in UTC, such as when a banner begins, in the reader's zone. */
const inOwnTime = (change: FieldChange): FieldChange =>
  change.to !== null && change.field.endsWith(IN_UTC)
    ? {
        ...change,
        field: change.field.slice(0, -IN_UTC.length),
        to: momentInWords(`${change.to.replace(' ', 'T')}Z`),
      }
    : change;
const IN_UTC = ' (UTC)';

const ToProfile = ({ userId, children }: { readonly userId: string; readonly children: string }) => (
  <Link component={RouterLink} to={`/user/${userId}`}>
    {children}
  </Link>
);
