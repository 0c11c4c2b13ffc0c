import type { Notification, User } from '@throughline/contracts';
import { maySeeQueue, ORDER_FORM_IDS, ORDER_FORMS } from '@throughline/domain';
import { Alert, Box, Link as TextLink, Typography } from '@mui/material';
import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router-dom';
import { call } from '../api/api.js';
import { queryClient } from '../api/query-client.js';
import { queueWaitingAtom, unreadNotesAtom } from '../app/place-links.js';
import { NOTIFICATIONS } from '../features/notification/use-notifications.js';
import { draftSavedAt, loadDraft } from '../features/referral/order-form/draft-storage.js';
import { isFilled } from '../features/referral/order-form/order-draft.js';
import { Coming } from '../ui/coming.js';
import { When } from '../ui/when.js';

/** The rest is behind the bell. */
const MAX_NEWS = 5;

interface HomeWaitingProps {
  readonly user: User;
}

/** What waits for the signed-in person. Loaded for them alone, with the library that reads. */
export function HomeWaiting({ user }: HomeWaitingProps) {
  return (
    <QueryClientProvider client={queryClient}>
      <Box component="section" aria-labelledby="waiting" sx={{ mb: 4 }}>
        <Typography id="waiting" variant="h2" sx={{ mb: 1 }}>
          What waits for you
        </Typography>
        <Waiting user={user} />
      </Box>
    </QueryClientProvider>
  );
}

function Waiting({ user }: HomeWaitingProps) {
  const unreadNotes = useAtomValue(unreadNotesAtom);
  const queueWaiting = useAtomValue(queueWaitingAtom);
  const drafts = useDrafts(user.id);
  const { data, error, isPending } = useQuery({
    queryKey: [NOTIFICATIONS],
    queryFn: ({ signal }) => call('GET /notifications', {}, { signal }),
  });
  const news = data?.notifications.filter(({ unread }) => unread) ?? [];
  if (isPending) return <Coming label="What waits for you is loading" />;
  if (error) return <Alert severity="warning">What waits for you could not be read. The bell tries again.</Alert>;
  const isMaking = maySeeQueue(user) && queueWaiting !== undefined && queueWaiting > 0;
  if (news.length === 0 && !unreadNotes && drafts.length === 0 && !isMaking)
    return (
      <Typography color="textSecondary">
        Nothing waits. News of your referrals, unread notes and orders that you have begun appear here.
      </Typography>
    );
  return (
    <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {isMaking ? (
        <Entry to={user.role === 'ops' ? '/queue?tab=overdue' : '/queue?tab=mine'}>
          {queueWaiting === 1 ? '1 task' : `${queueWaiting} tasks`} {user.role === 'ops' ? 'overdue' : 'of yours'}
        </Entry>
      ) : null}
      {unreadNotes ? <Entry to="/notes">{notesInWords(unreadNotes)}</Entry> : null}
      {drafts.map(({ route, name, savedAt }) => (
        <Entry key={route} to={route} at={savedAt}>
          Order that you have begun: {name}
        </Entry>
      ))}
      {news.slice(0, MAX_NEWS).map((notification) => (
        <NewsEntry key={notification.ids.join()} notification={notification} />
      ))}
      {news.length > MAX_NEWS ? (
        <Typography component="li" color="textSecondary" sx={LINE}>
          And {news.length - MAX_NEWS} more behind the bell.
        </Typography>
      ) : null}
    </Box>
  );
}

const notesInWords = (unread: number) =>
  unread === 1 ? '1 unread note' : `${unread >= 100 ? '99+' : unread} unread notes`;

const NewsEntry = ({ notification: { path, words, at } }: { readonly notification: Notification }) => (
  <Entry to={path} at={at}>
    {words}
  </Entry>
);

interface EntryProps {
  readonly to: string;
  /** ISO 8601. */
  readonly at?: string;
  readonly children: ReactNode;
}

function Entry({ to, at, children }: EntryProps) {
  return (
    <Box component="li" sx={LINE}>
      <TextLink component={Link} to={to}>
        {children}
      </TextLink>
      {at === undefined ? null : (
        <Typography component="span" variant="body2" color="textSecondary">
          <When at={at} />
        </Typography>
      )}
    </Box>
  );
}

const LINE = { py: 0.5, display: 'flex', columnGap: 2, flexWrap: 'wrap', alignItems: 'baseline' } as const;

/** The person's started orders in this browser. */
function useDrafts(owner: string) {
  const [drafts] = useState(() =>
    ORDER_FORM_IDS.flatMap((id) => {
      const form = ORDER_FORMS[id];
      const draft = loadDraft(localStorage, form, owner, Date.now());
      const savedAt = draftSavedAt(localStorage, form, owner);
      if (draft === null || savedAt === null || !isFilled(form, draft)) return [];
      return [{ route: form.route, name: form.name, savedAt: new Date(savedAt).toISOString() }];
    }),
  );
  return drafts;
}
