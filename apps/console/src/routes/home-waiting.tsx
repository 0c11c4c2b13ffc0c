import type { Notification, User } from '@throughline/contracts';
import { maySeeQueue, ORDER_FORM_IDS, ORDER_FORMS } from '@throughline/domain';
import { Alert, Box, Link as TextLink, Typography } from '@mui/material';
import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router-dom';
import { call } from '../api/api.js';
import { queryClient } from '../api/query-client.js';
import { bellAtom, openMessagesAtom, queueWaitingAtom, unreadNotesAtom } from '../app/place-links.js';
import { DividedNews, NewsWords } from '../features/notification/news.js';
import { NOTIFICATIONS } from '../features/notification/use-notifications.js';
import { draftSavedAt, loadDraft } from '../features/referral/order-form/draft-storage.js';
import { isFilled } from '../features/referral/order-form/order-draft.js';
import { Loading } from '../ui/page/loading.js';
import { NotedWhen, When } from '../ui/words/when.js';
import english from '../../texts/en/waiting.json' with { type: 'json' };
import { textsOf, useWords } from '../language/language.js';
import { siteStorage } from '../session/storage/browser-storage.js';
import { browserNow } from '../api/server-time.js';

const useTexts = textsOf('waiting', english);

/** The bell has the rest. */
const MAX_NEWS = 5;

interface HomeWaitingProps {
  readonly user: User;
}

/** The work that waits for the signed-in person. Only loaded for them, with the query library. */
export function HomeWaiting({ user }: HomeWaitingProps) {
  const t = useTexts();
  return (
    <QueryClientProvider client={queryClient}>
      <Box component="section" aria-labelledby="waiting" sx={{ mb: 4 }}>
        <Typography id="waiting" variant="h2" sx={{ mb: 1 }}>
          {t('title')}
        </Typography>
        <Waiting user={user} />
      </Box>
    </QueryClientProvider>
  );
}

function Waiting({ user }: HomeWaitingProps) {
  const t = useTexts();
  const words = useWords();
  const unreadNotes = useAtomValue(unreadNotesAtom);
  const queueWaiting = useAtomValue(queueWaitingAtom);
  const openMessages = useAtomValue(openMessagesAtom);
  const drafts = useDrafts(user.id);
  const { data, error, isPending } = useQuery({
    queryKey: [NOTIFICATIONS],
    queryFn: ({ signal }) => call('GET /notifications', {}, { signal }),
  });
  if (isPending) return <Loading label={t('coming')} />;
  if (error) return <Alert severity="warning">{t('failed')}</Alert>;
  const news = data.notifications.filter(({ unread }) => unread);
  const hasQueue = maySeeQueue(user);
  // The header counts. Until it has, nothing can be said to wait for nobody, and the counts keep their column.
  const isCounted =
    unreadNotes !== undefined && (!hasQueue || (queueWaiting !== undefined && openMessages !== undefined));
  const hasOwn = unreadNotes || drafts.length > 0 || (hasQueue && (queueWaiting || openMessages));
  if (news.length === 0 && !hasOwn) {
    if (!isCounted) return <Loading label={t('coming')} />;
    return <Typography color="textSecondary">{t('nothing')}</Typography>;
  }
  const own = hasOwn ? (
    <Box component="ul" sx={LIST}>
      {hasQueue && queueWaiting ? (
        <Entry to={user.role === 'ops' ? '/queue?tab=overdue' : '/queue?tab=mine'}>
          {t(user.role === 'ops' ? 'overdue' : 'mine', { count: queueWaiting })}
        </Entry>
      ) : null}
      {hasQueue && openMessages ? <Entry to="/messages">{t('messages', { count: openMessages })}</Entry> : null}
      {unreadNotes ? (
        <Entry to="/notes">{unreadNotes >= 100 ? t('manyNotes') : t('notes', { count: unreadNotes })}</Entry>
      ) : null}
      {drafts.map(({ route, name, savedAt }) => (
        <Entry key={route} to={route} when={<NotedWhen at={savedAt} />}>
          {t('draft', { name: words(name) })}
        </Entry>
      ))}
    </Box>
  ) : isCounted ? null : (
    <Loading label={t('coming')} />
  );
  return (
    <Box sx={COLUMNS}>
      {own}
      {news.length > 0 ? (
        <Box data-news>
          <DividedNews of={{ ...data, notifications: news }} list={(listed) => <NewsList {...listed} />} />
        </Box>
      ) : null}
    </Box>
  );
}

interface NewsListProps {
  readonly label: string;
  readonly notifications: readonly Notification[];
  readonly hasOlder: boolean;
}

function NewsList({ label, notifications, hasOlder }: NewsListProps) {
  const t = useTexts();
  const bell = useAtomValue(bellAtom);
  const more = notifications.length - MAX_NEWS;
  return (
    <Box component="ul" aria-label={label} sx={LIST}>
      {notifications.slice(0, MAX_NEWS).map((notification) => (
        <Entry key={notification.ids.join()} to={notification.path} when={<When at={notification.at} />}>
          <NewsWords notification={notification} />
        </Entry>
      ))}
      {more > 0 ? (
        <Box component="li" sx={LINE}>
          <TextLink component="button" type="button" onClick={() => bell?.click()}>
            {t('more', { count: more, more: hasOlder ? '+' : '' })}
          </TextLink>
        </Box>
      ) : null}
    </Box>
  );
}

interface EntryProps {
  readonly to: string;
  readonly when?: ReactNode;
  readonly children: ReactNode;
}

function Entry({ to, when, children }: EntryProps) {
  return (
    <Box component="li" sx={LINE}>
      <TextLink component={Link} to={to}>
        {children}
      </TextLink>
      {when === undefined ? null : (
        <Typography component="span" variant="body2" color="textSecondary">
          {when}
        </Typography>
      )}
    </Box>
  );
}

const LIST = { listStyle: 'none', m: 0, p: 0 } as const;
/** The news that need the person stand beside what they have to do and, below that, what has moved on. What is alone takes the whole width. */
const COLUMNS = {
  display: 'grid',
  columnGap: 4,
  rowGap: 2,
  alignItems: 'start',
  gridTemplateColumns: { md: 'minmax(0, 5fr) minmax(0, 7fr)' },
  gridTemplateRows: { md: 'auto 1fr' },
  '& > [data-news]': { display: 'contents' },
  '& > [data-news] > :first-child': { gridColumn: { md: 2 }, gridRow: { md: '1 / span 2' } },
  '& > :only-child, & > :only-child > :only-child': { gridColumn: '1 / -1' },
} as const;
const LINE = { py: 0.5, display: 'flex', columnGap: 2, flexWrap: 'wrap', alignItems: 'baseline' } as const;

/** The orders that the person has started in this browser. */
function useDrafts(owner: string) {
  const [drafts] = useState(() =>
    ORDER_FORM_IDS.flatMap((id) => {
      const form = ORDER_FORMS[id];
      const draft = loadDraft(siteStorage, form, owner, browserNow());
      const savedAt = draftSavedAt(siteStorage, form, owner);
      if (draft === null || savedAt === null || !isFilled(form, draft)) return [];
      return [{ route: form.route, name: form.name, savedAt }];
    }),
  );
  return drafts;
}
