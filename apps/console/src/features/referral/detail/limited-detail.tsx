import type { LimitedReferral } from '@throughline/contracts';
import { Alert, Box, Button, Chip, Paper, Stack, Typography } from '@mui/material';
import { useSetAtom } from 'jotai';
import { Link } from 'react-router-dom';
import { signInOpenAtom } from '../../../session/session.js';
import { EmptyState } from '../../../ui/page/empty-state.js';
import { Page } from '../../../ui/page/page.js';
import { ReferralDigits } from '../../../ui/words/referral-digits.js';
import { Stepper } from '../../../ui/steps/stepper.js';
import { DetailFacts, DetailTabs } from './detail-tabs.js';
import { ReferralPage } from './referral-page.js';
import { isUnknown, useLiveLimitedReferral } from './use-live-referral.js';
import english from '../../../../texts/en/referral.json' with { type: 'json' };
import { textsOf, useWords } from '../../../language/language.js';
import { usePast } from '../../../past/past.js';

const useTexts = textsOf('referral', english);

interface LimitedDetailProps {
  readonly referralId: string;
  /** Whether somebody is signed in. A signed-in person without access sees the same progress as a visitor. */
  readonly signedIn: boolean;
}

/** The progress of a referral, live, for a person who may not see the whole referral. */
export function LimitedDetail({ referralId, signedIn }: LimitedDetailProps) {
  const t = useTexts();
  const reading = useLiveLimitedReferral(referralId);
  const { data: referral, error } = reading;
  const past = usePast();
  const openSignIn = useSetAtom(signInOpenAtom);
  if (isUnknown(error)) return <NotFound referralId={referralId} signedIn={signedIn} />;
  return (
    <ReferralPage referralId={referralId} reading={reading}>
      {referral ? (
        <>
          <DetailFacts facts={[[t('date'), { at: referral.referralDateTime }]]} />
          <Alert
            severity="info"
            sx={{ mb: 2 }}
            action={
              signedIn ? null : (
                <Button color="inherit" size="small" onClick={() => openSignIn(true)}>
                  {t('login')}
                </Button>
              )
            }
          >
            {past?.onlyProgress ?? t(signedIn ? 'otherCompany' : 'onlyProgress')}
          </Alert>
          <DetailTabs shown="status" fileCount={0} locked>
            <LimitedStatus referral={referral} />
          </DetailTabs>
        </>
      ) : null}
    </ReferralPage>
  );
}

/** The progress, without any data of the member or of the order (docs/promises.md 1.5). */
export function LimitedStatus({ referral }: { readonly referral: LimitedReferral }) {
  const t = useTexts();
  const words = useWords();
  return (
    <Box sx={{ display: 'grid', gap: 3 }}>
      {referral.groups.map((group, index) => (
        <Paper key={index} variant="outlined" component="section" sx={{ p: { xs: 2, sm: 3 } }}>
          <Typography variant="h3" component="h2" color={group.stopped ? 'error' : 'textPrimary'} sx={{ mb: 2 }}>
            {words(group.task)}
            <Typography component="span" variant="body2" color="textSecondary" sx={{ ml: 2 }}>
              {t('items', { count: group.itemCount })}
            </Typography>
          </Typography>
          <Stepper
            label={t('progress', { task: words(group.task) })}
            steps={group.steps}
            note={group.steps.some(({ label }) => label === group.task) ? null : group.task}
            stopped={group.stopped}
          />
        </Paper>
      ))}
      {referral.carriers.length > 0 ? (
        <Stack direction="row" sx={{ gap: 1, alignItems: 'center' }}>
          <Typography variant="body2" color="textSecondary">
            {t('sentWith')}
          </Typography>
          {referral.carriers.map((carrier) => (
            <Chip key={carrier} size="small" variant="outlined" label={carrier} />
          ))}
        </Stack>
      ) : null}
    </Box>
  );
}

interface NotFoundProps {
  readonly referralId: string;
  readonly signedIn: boolean;
}

export function NotFound({ referralId, signedIn }: NotFoundProps) {
  const t = useTexts();
  const openSignIn = useSetAtom(signInOpenAtom);
  return (
    <Page title={t('notFound')}>
      <EmptyState
        title={t('nothingHere')}
        action={
          signedIn ? (
            <Button variant="contained" component={Link} to="/referrals">
              {t('toReferrals')}
            </Button>
          ) : (
            <Button variant="contained" onClick={() => openSignIn(true)}>
              {t('login')}
            </Button>
          )
        }
      >
        {t.rich('notFoundAbout', { id: () => <ReferralDigits id={referralId} /> })}
      </EmptyState>
    </Page>
  );
}
