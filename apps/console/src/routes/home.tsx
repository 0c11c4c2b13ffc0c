import { ORDER_FORM_HEADS } from '@throughline/domain';
import { Box, Card, CardActionArea, Link as TextLink, Typography } from '@mui/material';
import { useAtomValue } from 'jotai';
import { Link } from 'react-router-dom';
import { userAtom } from '../session/session.js';
import { onDemand } from '../ui/page/on-demand.js';
import { Page } from '../ui/page/page.js';
import english from '../../texts/en/home.json' with { type: 'json' };
import { textsOf, useWords } from '../language/language.js';

const useTexts = textsOf('home', english);

/** The three cards of the access specification (section 2). */
const CARDS = [
  { to: '/create-referral', title: 'submit', about: 'submitAbout' },
  { to: '/check-referral', title: 'check', about: 'checkAbout' },
  { to: '/contact-us', title: 'contact', about: 'contactAbout' },
] as const;

const HomeWaiting = onDemand(async () => (await import('./home-waiting.js')).HomeWaiting);

export function Component() {
  const t = useTexts();
  const user = useAtomValue(userAtom);
  return (
    <Page title={user ? t('welcomeName', { name: user.firstName }) : t('welcome')} about={t('about')}>
      {user ? <HomeWaiting key={user.id} user={user} /> : null}
      <Box
        component="ul"
        sx={{
          listStyle: 'none',
          m: 0,
          p: 0,
          display: 'grid',
          gap: 2,
          gridTemplateColumns: 'repeat(auto-fit, minmax(min(280px, 100%), 1fr))',
        }}
      >
        {CARDS.map(({ to, title, about }) => (
          <Card key={to} component="li" variant="outlined">
            <CardActionArea component={Link} to={to} sx={{ p: 3, height: '100%' }}>
              <Typography variant="h2">{t(title)}</Typography>
              <Typography color="textSecondary" sx={{ mt: 0.5, overflowWrap: 'anywhere' }}>
                {t(user && to === '/create-referral' ? 'submitSignedIn' : about)}
              </Typography>
            </CardActionArea>
          </Card>
        ))}
      </Box>
      <OtherForms />
    </Page>
  );
}

const OTHER_FORMS = Object.values(ORDER_FORM_HEADS).filter(({ route }) => route !== '/create-referral');

/** Shorter forms, for a person who knows that the member is in one of these programmes. */
function OtherForms() {
  const words = useWords();
  const t = useTexts();
  return (
    <Box component="section" aria-labelledby="other-forms" sx={{ mt: 4 }}>
      <Typography id="other-forms" variant="h2">
        {t('otherForms')}
      </Typography>
      <Box
        component="ul"
        sx={{
          listStyle: 'none',
          m: 0,
          mt: 1,
          p: 0,
          display: 'grid',
          columnGap: 4,
          gridTemplateColumns: 'repeat(auto-fill, minmax(min(380px, 100%), 1fr))',
        }}
      >
        {OTHER_FORMS.map(({ route, name, about }) => (
          <Box key={route} component="li" sx={{ py: 0.75, overflowWrap: 'anywhere' }}>
            <TextLink component={Link} to={route}>
              {words(name)}
            </TextLink>
            <Typography color="textSecondary">{words(about)}</Typography>
          </Box>
        ))}
      </Box>
    </Box>
  );
}
