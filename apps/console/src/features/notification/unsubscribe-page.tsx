import { MAIL_TOPICS, type MailTopic } from '@throughline/domain';
import { Button, Stack, Typography } from '@mui/material';
import { useRef } from 'react';
import { Link, useParams } from 'react-router-dom';
import english from '../../../texts/en/unsubscribe.json' with { type: 'json' };
import { useCommand } from '../../api/use-command.js';
import { textsOf } from '../../language/language.js';
import { ErrorState } from '../../ui/page/error-state.js';
import { Page } from '../../ui/page/page.js';

const useTexts = textsOf('unsubscribe', english);

const encoded = (topic: MailTopic): string => btoa(topic).replaceAll('=', '');

/** The topic that a link's token names; null: the token is malformed or incomplete. Only the API can tell whether it is valid. */
export function topicOf(token: string): MailTopic | null {
  const [, part] = /^[\w-]+\.([\w-]+)\.\d+\.[\w-]{43}$/.exec(token) ?? [];
  return MAIL_TOPICS.find((topic) => encoded(topic) === part) ?? null;
}

/** /unsubscribe/{token}: the page behind the link in a mail. Opening it changes nothing, because mail scanners follow links. */
export function UnsubscribePage() {
  const t = useTexts();
  const { token = '' } = useParams();
  const topic = topicOf(token);
  const outcome = useRef<HTMLElement>(null);
  const unsubscribe = useCommand('POST /notifications/unsubscribe/{token}', {
    // The button disappears. Focusing the outcome makes a screen reader read it.
    onSuccess: () => outcome.current?.focus(),
  });
  return (
    <Page title={t('title')}>
      <Stack sx={{ gap: 3, alignItems: 'flex-start', maxWidth: 640 }}>
        {topic === null ? (
          <ErrorState title={t('notValid')} error={null}>
            {t('whole')}
          </ErrorState>
        ) : (
          <Typography ref={outcome} tabIndex={-1} role="status">
            {unsubscribe.isSuccess ? t('done', { topic }) : t('ask', { topic })}
          </Typography>
        )}
        {unsubscribe.error ? (
          <ErrorState title={t('failed')} error={unsubscribe.error}>
            {t('whole')}
          </ErrorState>
        ) : null}
        <Stack direction="row" sx={{ gap: 2, flexWrap: 'wrap' }}>
          {topic === null || unsubscribe.isSuccess ? null : (
            <Button
              variant="contained"
              loading={unsubscribe.isPending}
              onClick={() => unsubscribe.mutate({ params: { token } })}
            >
              {t('title')}
            </Button>
          )}
          <Button component={Link} to="/user" variant="outlined">
            {t('settings')}
          </Button>
        </Stack>
      </Stack>
    </Page>
  );
}
