import { ORDER_FORM_IDS, orderFormOf } from '@throughline/domain';
import { Box, Card, CardActionArea, Link as TextLink, Typography } from '@mui/material';
import { useAtomValue } from 'jotai';
import { Link } from 'react-router-dom';
import { Announcement } from '../features/updates/components/announcement.js';
import { userAtom } from '../session/session.js';
import { onDemand } from '../ui/on-demand.js';
import { Page } from '../ui/page.js';

interface Destination {
  readonly to: string;
  readonly title: string;
  readonly about: string;
}

/** The three cards of the access specification (section 2). */
const CARDS: readonly Destination[] = [
  {
    to: '/create-referral',
    title: 'Submit New Referral',
    about: 'Order supplies for a member. No account is needed; keep the referral ID to follow the order.',
  },
  {
    to: '/check-referral',
    title: 'Check Referral Status',
    about: 'Find a referral by its ID, or by the member, and see how far it is.',
  },
  {
    to: '/contact-us',
    title: 'Contact Us',
    about: 'Our staff are available Monday to Friday, 8 a.m. to 5 p.m. Central Time.',
  },
];

const HomeWaiting = onDemand(async () => (await import('./home-waiting.js')).HomeWaiting);

export function Component() {
  const user = useAtomValue(userAtom);
  return (
    <Page
      title={user ? `Welcome, ${user.firstName}` : 'Welcome'}
      about="Referrals for health-plan members, from order to delivery."
      banner={<Announcement />}
    >
      {user ? <HomeWaiting key={user.id} user={user} onFailed={() => undefined} /> : null}
      <Box
        component="ul"
        sx={{
          listStyle: 'none',
          m: 0,
          p: 0,
          display: 'grid',
          gap: 2,
          gridTemplateColumns: 'repeat(auto-fill, minmax(min(280px, 100%), 1fr))',
        }}
      >
        {CARDS.map(({ to, title, about }) => (
          <Card key={to} component="li" variant="outlined">
            <CardActionArea component={Link} to={to} sx={{ p: 3, height: '100%' }}>
              <Typography variant="h2">{title}</Typography>
              <Typography color="textSecondary" sx={{ mt: 0.5, overflowWrap: 'anywhere' }}>
                {about}
              </Typography>
            </CardActionArea>
          </Card>
        ))}
      </Box>
      <OtherForms />
    </Page>
  );
}

const OTHER_FORMS = ORDER_FORM_IDS.map(orderFormOf).filter(({ route }) => route !== '/create-referral');

/** Shorter forms, for a person who knows that the member is in one of these programmes. */
function OtherForms() {
  return (
    <Box component="section" aria-labelledby="other-forms" sx={{ mt: 4 }}>
      <Typography id="other-forms" variant="h2">
        Order forms for one purpose
      </Typography>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, mt: 1, p: 0 }}>
        {OTHER_FORMS.map(({ route, name, about }) => (
          <Box key={route} component="li" sx={{ py: 0.75, overflowWrap: 'anywhere' }}>
            <TextLink component={Link} to={route}>
              {name}
            </TextLink>
            <Typography color="textSecondary">{about}</Typography>
          </Box>
        ))}
      </Box>
    </Box>
  );
}
