import type { UserSessions } from '@throughline/contracts';
import { Button, Stack, Typography } from '@mui/material';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCommand } from '../../../api/use-command.js';
import { toast } from '../../../ui/announcer.js';
import { Coming } from '../../../ui/coming.js';
import { ErrorState } from '../../../ui/error-state.js';
import { When } from '../../../ui/when.js';
import { deviceOf } from './device.js';
import { OwnEntry, OwnList } from './own-list.js';
import { sessionsQuery } from '../queries.js';

type Session = NonNullable<UserSessions['sessions']>[number];

/** The person's sessions in all of their browsers. The one of this page is ended by Logout. */
export function OwnSessions() {
  const queries = useQueryClient();
  const { data, error, refetch } = useQuery(sessionsQuery);
  const readAgain = () => queries.invalidateQueries({ queryKey: sessionsQuery.queryKey });
  const end = useCommand('POST /users/user/sessions/end', {
    onSuccess: () => {
      toast('Signed out there');
      return readAgain();
    },
    // The session may have ended elsewhere.
    onError: readAgain,
  });
  const endSession = (sessionId: string | null) => end.mutate({ body: { sessionId } });
  const isEnding = (sessionId: string | null) => end.isPending && end.variables.body.sessionId === sessionId;
  if (data === undefined) {
    return error ? (
      <ErrorState title="Your sessions could not be read" error={error} onRetry={() => void refetch()} />
    ) : (
      <Coming label="Sessions are loading" />
    );
  }
  return (
    <Stack sx={{ gap: 2, alignItems: 'flex-start' }}>
      {end.error ? <ErrorState title="This session could not be ended" error={end.error} /> : null}
      {data.sessions === null ? (
        <Typography color="textSecondary">Your identity provider does not list sessions.</Typography>
      ) : (
        <OwnList>
          {data.sessions.map((session) => (
            <SessionEntry
              key={session.id}
              session={session}
              ending={isEnding(session.id)}
              onEnd={() => endSession(session.id)}
            />
          ))}
        </OwnList>
      )}
      <Button variant="outlined" loading={isEnding(null)} onClick={() => endSession(null)}>
        Sign out everywhere, here too
      </Button>
    </Stack>
  );
}

interface SessionEntryProps {
  readonly session: Session;
  readonly ending: boolean;
  readonly onEnd: () => void;
}

function SessionEntry({ session: { userAgent, signedInAt, lastUsedAt, current }, ending, onEnd }: SessionEntryProps) {
  const device = deviceOf(userAgent);
  return (
    <OwnEntry
      name={device + (current ? ' · this browser' : '')}
      about={
        <>
          Signed in <When at={signedInAt} />, last used <When at={lastUsedAt} />
        </>
      }
    >
      {current ? null : (
        <Button size="small" loading={ending} aria-label={`Sign out: ${device}`} onClick={onEnd}>
          Sign out
        </Button>
      )}
    </OwnEntry>
  );
}
