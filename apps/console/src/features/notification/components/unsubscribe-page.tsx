import { Button, Stack, Typography } from '@mui/material';
import { useRef } from 'react';
import { Link, useParams } from 'react-router-dom';
import english from '../../../../texts/en/unsubscribe.json' with { type: 'json' };
import { useCommand } from '../../../api/use-command.js';
import { textsOf } from '../../../language/language.js';
import { ErrorState } from '../../../ui/error-state.js';
import { Page } from '../../../ui/page.js';

const useTexts = textsOf('unsubscribe', english);

/** /unsubscribe/{token}: behind the link of a mail. To open it changes nothing, as scanners of mail follow links. */
export function UnsubscribePage() {
  const say = useTexts();
  const { token = '' } = useParams();
  // As the token itself says; whether it is valid, the API knows.
  const topic = token.split('.')[1] ?? '';
  const outcome = useRef<HTMLElement>(null);
  const unsubscribe = useCommand('POST /notifications/unsubscribe/{token}', {
    // The button goes away; the words are read with the focus.
    onSuccess: () => outcome.current?.focus(),
  });
  return (
    <Page title={say('title')}>
      <Stack sx={{ gap: 3, alignItems: 'flex-start', maxWidth: 640 }}>
        <Typography ref={outcome} tabIndex={-1} role="status">
          {unsubscribe.isSuccess ? say('done', { topic }) : say('ask', { topic })}
        </Typography>
        {unsubscribe.error ? (
          <ErrorState title={say('failed')} error={unsubscribe.error}>
            {say('whole')}
          </ErrorState>
        ) : null}
        <Stack direction="row" sx={{ gap: 2, flexWrap: 'wrap' }}>
          {unsubscribe.isSuccess ? null : (
            <Button
              variant="contained"
              loading={unsubscribe.isPending}
              onClick={() => unsubscribe.mutate({ params: { token } })}
            >
              {say('title')}
            </Button>
          )}
          <Button component={Link} to="/user" variant="outlined">
            {say('settings')}
          </Button>
        </Stack>
      </Stack>
    </Page>
  );
}
