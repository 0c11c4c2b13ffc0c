import { Alert, Button, Stack, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router-dom';
import { ApiError } from '../../../api/api-error.js';
import { call } from '../../../api/api.js';
import { EmptyState } from '../../../ui/page/empty-state.js';
import { Page } from '../../../ui/page/page.js';
import { When } from '../../../ui/words/when.js';
import english from '../../../../texts/en/inquiry.json' with { type: 'json' };
import { textsOf } from '../../../language/language.js';

const useTexts = textsOf('inquiry', english);

/** /message/{token}: the page behind a mailed link. It shows only the answer, and nothing of the message or its sender. */
export function AnswerPage() {
  const t = useTexts();
  const { token = '' } = useParams();
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['message-answer', token],
    queryFn: ({ signal }) => call('GET /messages/answer/{token}', { params: { token } }, { signal }),
    gcTime: 0,
  });
  if (error instanceof ApiError && [400, 404].includes(error.status)) return <NoAnswer />;
  return (
    <Page
      title={t('answer')}
      about={data ? <When at={data.answeredAt} /> : undefined}
      loading={isPending}
      error={error}
      onRetry={() => void refetch()}
    >
      <Stack sx={{ gap: 3, alignItems: 'flex-start', maxWidth: 640 }}>
        <Typography sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{data?.text}</Typography>
        <Alert severity="info">{t('answerOnly')}</Alert>
        <Button component={Link} to="/contact-us" variant="outlined">
          {t('writeAgain')}
        </Button>
      </Stack>
    </Page>
  );
}

function NoAnswer() {
  const t = useTexts();
  return (
    <Page title={t('answer')}>
      <EmptyState
        title={t('noAnswer')}
        action={
          <Button component={Link} to="/contact-us" variant="contained">
            {t('contact')}
          </Button>
        }
      >
        {t('answerExpired')}
      </EmptyState>
    </Page>
  );
}
