import { MAIL_KIND_WORDS, MAIL_KINDS } from '@throughline/domain';
import { Button, Stack, Typography } from '@mui/material';
import { Link, useParams } from 'react-router-dom';
import { useCommand } from '../../../api/use-command.js';
import { announce } from '../../../ui/announcer.js';
import { ErrorState } from '../../../ui/error-state.js';
import { Page } from '../../../ui/page.js';

/** /unsubscribe/{token}: behind the link of a mail. To open it changes nothing, as scanners of mail follow links. */
export function UnsubscribePage() {
  const { token = '' } = useParams();
  const topic = topicWords(token);
  const done = `You get no more ${topic}.`;
  const unsubscribe = useCommand('POST /notifications/unsubscribe/{token}', { onSuccess: () => announce(done) });
  return (
    <Page title="Unsubscribe">
      <Stack sx={{ gap: 3, alignItems: 'flex-start', maxWidth: 640 }}>
        <Typography>{unsubscribe.isSuccess ? done : `Do you want no more ${topic}?`}</Typography>
        {unsubscribe.error ? (
          <ErrorState title="You were not unsubscribed" error={unsubscribe.error}>
            A link works for 180 days, and only whole. In your Notification Settings you can change everything.
          </ErrorState>
        ) : null}
        <Stack direction="row" sx={{ gap: 2, flexWrap: 'wrap' }}>
          {unsubscribe.isSuccess ? null : (
            <Button
              variant="contained"
              loading={unsubscribe.isPending}
              onClick={() => unsubscribe.mutate({ params: { token } })}
            >
              Unsubscribe
            </Button>
          )}
          <Button component={Link} to="/user" variant="outlined">
            Notification Settings
          </Button>
        </Stack>
      </Stack>
    </Page>
  );
}

/** As the token itself says; whether it is valid, the API knows. */
function topicWords(token: string): string {
  const topic = token.split('.')[1];
  if (topic === 'digest') return 'daily digests';
  const kind = MAIL_KINDS.find((one) => one === topic);
  return kind ? `mail about ${MAIL_KIND_WORDS[kind].toLowerCase()}` : 'of these mails';
}
