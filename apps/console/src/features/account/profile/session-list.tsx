import type { UserSessions } from '@throughline/contracts';
import { Button } from '@mui/material';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCommand } from '../../../api/use-command.js';
import { toast } from '../../../ui/announcer.js';
import { ErrorState } from '../../../ui/page/error-state.js';
import { When } from '../../../ui/words/when.js';
import { signOut } from '../../../session/sign-out.js';
import { deviceOf } from './device.js';
import { ProfileEntry, ProfileList } from './profile-list.js';
import { sessionsQuery } from '../queries.js';
import english from '../../../../texts/en/profile.json' with { type: 'json' };
import { textsOf } from '../../../language/language.js';

const useTexts = textsOf('profile', english);

type Session = NonNullable<UserSessions['sessions']>[number];

/** The person's sessions in all browsers. The session of this page is ended by Logout. */
export function SessionList() {
  const t = useTexts();
  const queries = useQueryClient();
  const sessions = useQuery({ ...sessionsQuery, select: ({ sessions }) => sessions });
  const readAgain = () => queries.invalidateQueries({ queryKey: sessionsQuery.queryKey });
  const end = useCommand('POST /users/user/sessions/end', {
    onSuccess: (_answer, { body }) => {
      if (body.sessionId === null) return signOut();
      toast(t('signedOutThere'));
      return readAgain();
    },
    // The session may have ended elsewhere.
    onError: readAgain,
  });
  const endSession = (sessionId: string | null) => end.mutate({ body: { sessionId } });
  const isEnding = (sessionId: string | null) => end.isPending && end.variables.body.sessionId === sessionId;
  return (
    <ProfileList
      read={sessions}
      loading={t('sessionsLoading')}
      notRead={t('sessionsNotRead')}
      none={t('sessionsNotListed')}
      entry={(session) => (
        <SessionEntry
          key={session.id}
          session={session}
          ending={isEnding(session.id)}
          onEnd={() => endSession(session.id)}
        />
      )}
    >
      {end.error ? <ErrorState title={t('notEnded')} error={end.error} /> : null}
      <Button
        variant="outlined"
        loading={isEnding(null)}
        onClick={() => endSession(null)}
        sx={{ whiteSpace: 'normal' }}
      >
        {t('everywhere')}
      </Button>
    </ProfileList>
  );
}

interface SessionEntryProps {
  readonly session: Session;
  readonly ending: boolean;
  readonly onEnd: () => void;
}

function SessionEntry({ session: { userAgent, signedInAt, lastUsedAt, current }, ending, onEnd }: SessionEntryProps) {
  const t = useTexts();
  const device = deviceWords(t, userAgent);
  return (
    <ProfileEntry
      name={current ? t('thisBrowser', { device }) : device}
      about={t.rich('used', { since: () => <When at={signedInAt} />, last: () => <When at={lastUsedAt} /> })}
    >
      {current ? null : (
        <Button size="small" loading={ending} aria-label={t('signOutOf', { device })} onClick={onEnd}>
          {t('signOut')}
        </Button>
      )}
    </ProfileEntry>
  );
}

function deviceWords(t: ReturnType<typeof useTexts>, userAgent: string | null): string {
  const { browser, system } = deviceOf(userAgent);
  if (browser && system) return t('browserOn', { browser, system });
  return browser ?? system ?? t('unknownBrowser');
}
