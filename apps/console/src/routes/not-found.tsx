import { Button, Stack } from '@mui/material';
import { Link } from 'react-router-dom';
import { EmptyState } from '../ui/page/empty-state.js';
import { Page } from '../ui/page/page.js';
import english from '../../texts/en/other-pages.json' with { type: 'json' };
import { textsOf } from '../language/language.js';

const useTexts = textsOf('other-pages', english);

export function Component() {
  const t = useTexts();
  return (
    <Page title={t('notFound')}>
      <EmptyState
        title={t('nothingHere')}
        action={
          <Stack direction="row" sx={{ gap: 1, justifyContent: 'center', flexWrap: 'wrap' }}>
            <Button component={Link} to="/" variant="contained">
              {t('toHome')}
            </Button>
            <Button component={Link} to="/check-referral" variant="outlined">
              {t('checkStatus')}
            </Button>
          </Stack>
        }
      >
        {t('notFoundAbout')}
      </EmptyState>
    </Page>
  );
}
