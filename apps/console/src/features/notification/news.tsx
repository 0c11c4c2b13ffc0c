import type { Notification, NotificationList } from '@throughline/contracts';
import { Box, Button, Typography } from '@mui/material';
import { type ReactNode, useState } from 'react';
import { useNow } from '../../ui/use-clock.js';
import { dayNumber } from '../../ui/words/calendar.js';
import { WordsWithIds } from '../../ui/words/referral-digits.js';
import english from '../../../texts/en/news.json' with { type: 'json' };
import { textsOf, useWords } from '../../language/language.js';

const useTexts = textsOf('news', english);

/** What waits for the person, and what has only moved on: today, and before. Newest first. */
interface News {
  readonly needsYou: readonly Notification[];
  readonly moved: readonly (readonly [when: 'today' | 'before', news: readonly Notification[]])[];
}

function useNews({ notifications }: Pick<NotificationList, 'notifications'>): News {
  const today = dayNumber(useNow());
  const isToday = ({ at }: Notification) => dayNumber(Date.parse(at)) >= today;
  const moved = notifications.filter(({ isRoutine }) => isRoutine);
  return {
    needsYou: notifications.filter(({ isRoutine }) => !isRoutine),
    moved: [
      ['today', moved.filter(isToday)],
      ['before', moved.filter((one) => !isToday(one))],
    ],
  };
}

/** Whom a notification is about, if the person may know, and what happened. */
export function NewsWords({ notification: { member, words: sentence } }: { readonly notification: Notification }) {
  const words = useWords();
  const said = <WordsWithIds>{words(sentence)}</WordsWithIds>;
  return member === null ? (
    said
  ) : (
    <>
      <Box component="span" sx={{ fontWeight: 600 }}>
        {member}
      </Box>
      {' · '}
      {said}
    </>
  );
}

interface NewsListProps {
  /** What the list is called. */
  readonly label: string;
  readonly notifications: readonly Notification[];
  /** Whether there are more than these. */
  readonly hasOlder: boolean;
}

interface DividedNewsProps {
  readonly of: Pick<NotificationList, 'notifications' | 'hasOlder'>;
  /** Up to so many that have moved on are listed from the beginning. By default they are a line that opens. */
  readonly mostOpen?: number;
  /** Lists notifications of one kind, newest first. */
  readonly list: (news: NewsListProps) => ReactNode;
}

/** What waits for the person, and after it what has only moved on, each below its heading. */
export function DividedNews({ of: { notifications, hasOlder }, mostOpen = 0, list }: DividedNewsProps) {
  const t = useTexts();
  const { needsYou, moved } = useNews({ notifications });
  const oldest = moved.findLast(([, news]) => news.length > 0)?.[0];
  const movedCount = notifications.length - needsYou.length;
  return (
    <>
      <NewsPart title={t('needsYou')}>
        {needsYou.length > 0 ? (
          list({ label: t('needsYou'), notifications: needsYou, hasOlder: hasOlder.needsYou })
        ) : (
          <Typography color="textSecondary" sx={{ py: 1 }}>
            {t('nothingNeeds')}
          </Typography>
        )}
      </NewsPart>
      {movedCount > 0 ? (
        <NewsPart title={t('movedOn')}>
          {moved.map(([when, news]) => {
            const listed = { notifications: news, hasOlder: hasOlder.movedOn && when === oldest };
            return (
              <MovedOn key={when} of={listed} when={when} isOpen={movedCount <= mostOpen}>
                {list({ label: t('movedOn'), ...listed })}
              </MovedOn>
            );
          })}
        </NewsPart>
      ) : null}
    </>
  );
}

const NewsPart = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <div>
    <Typography component="h3" variant="subtitle2">
      {title}
    </Typography>
    {children}
  </div>
);

interface MovedOnProps {
  readonly of: Omit<NewsListProps, 'label'>;
  readonly when: 'today' | 'before';
  /** Whether all are listed from the beginning; otherwise more than one are a line that opens. */
  readonly isOpen: boolean;
  /** The list of the notifications. */
  readonly children: ReactNode;
}

/** "3 referrals moved on today": what goes on by itself is one line, which opens. */
function MovedOn({ of: { notifications: moved, hasOlder }, when, isOpen: isOpenAtFirst, children }: MovedOnProps) {
  const t = useTexts();
  const [isOpen, setOpen] = useState(isOpenAtFirst);
  if (moved.length === 0) return null;
  const unread = moved.filter((one) => one.unread).length;
  return (
    <div>
      <Button size="small" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)} sx={{ ml: '-10px' }}>
        {when === 'today' ? t('movedToday', { count: moved.length, more: hasOlder ? '+' : '' }) : null}
        {/* The number of those that were read from before today says nothing about how many there are. */}
        {when === 'before' ? (hasOlder ? t('movedBeforeMany') : t('movedBefore', { count: moved.length })) : null}
        {unread > 0 && unread < moved.length ? (
          <Typography component="span" variant="body2" color="textSecondary" sx={{ ml: 1 }}>
            {t('unread', { count: unread })}
          </Typography>
        ) : null}
      </Button>
      {isOpen ? children : null}
    </div>
  );
}
