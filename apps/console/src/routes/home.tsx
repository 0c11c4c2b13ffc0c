import { mayAudit, maySeeQueue, ORDER_FORM_IDS, orderFormOf } from '@throughline/domain';
import { Box, Card, CardActionArea, Link as TextLink, Typography } from '@mui/material';
import { useAtomValue } from 'jotai';
import { Link } from 'react-router-dom';
import { consoleConfigAtom, userAtom } from '../session/session.js';
import { Page } from '../ui/page.js';

interface Destination {
  readonly to: string;
  readonly title: string;
  readonly about: string;
}

const NEW_REFERRAL: Destination = {
  to: '/create-referral',
  title: 'Submit New Referral',
  about: 'Order supplies for a member. No account is needed; keep the referral ID to follow the order.',
};
const REFERRALS: Destination = {
  to: '/referrals',
  title: 'Referrals',
  about: 'Follow what you have submitted, item by item, as it happens.',
};
const QUEUE: Destination = { to: '/queue', title: 'Queue', about: 'Open tasks, with the overdue ones first.' };
const AUDIT: Destination = {
  to: '/audit',
  title: 'Audit',
  about: 'What happened to a referral, when, who did it, and who viewed it.',
};

export function Component() {
  const user = useAtomValue(userAtom);
  const { contactEmail } = useAtomValue(consoleConfigAtom);
  const destinations = [
    NEW_REFERRAL,
    ...(user ? [REFERRALS] : []),
    ...(user && maySeeQueue(user) ? [QUEUE] : []),
    ...(user && mayAudit(user) ? [AUDIT] : []),
  ];
  return (
    <Page
      title={user ? `Welcome, ${user.firstName}` : 'Welcome'}
      about="Referrals for health-plan members, from order to delivery."
    >
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
        {destinations.map(({ to, title, about }) => (
          <Card key={to} component="li" variant="outlined">
            <CardActionArea component={Link} to={to} sx={{ p: 3, height: '100%' }}>
              <CardText title={title} about={about} />
            </CardActionArea>
          </Card>
        ))}
        <Card component="li" variant="outlined" sx={{ p: 3 }}>
          <CardText
            title="Contact Us"
            about={`Our staff are available Monday to Friday, 8 a.m. to 5 p.m. Central Time. Write to ${contactEmail}.`}
          />
        </Card>
      </Box>
      <OtherForms />
    </Page>
  );
}

const OTHER_FORMS = ORDER_FORM_IDS.map(orderFormOf).filter(({ route }) => route !== NEW_REFERRAL.to);

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

function CardText({ title, about }: { readonly title: string; readonly about: string }) {
  return (
    <>
      <Typography variant="h2">{title}</Typography>
      <Typography color="textSecondary" sx={{ mt: 0.5, overflowWrap: 'anywhere' }}>
        {about}
      </Typography>
    </>
  );
}
