import type { CheckedReferrals, CheckStatusBody, CheckStatusFields } from '@throughline/contracts';
import { Alert, Box, Button, Card, CardActionArea, Divider, Link as TextLink, Stack, Typography } from '@mui/material';
import { useAtomValue } from 'jotai';
import { Link } from 'react-router-dom';
import { call } from '../../../api/api.js';
import { consoleConfigAtom } from '../../../session/session.js';
import { BoundField } from '../../../ui/bound-field.js';
import { typedDate } from '../../../ui/calendar.js';
import { DateField, daysOfBirth } from '../../../ui/date-field.js';
import { ErrorState } from '../../../ui/error-state.js';
import { ErrorSummary } from '../../../ui/error-summary.js';
import { Page } from '../../../ui/page.js';
import { ReferralDigits } from '../../../ui/referral-digits.js';
import { TextField } from '../../../ui/text-field.js';
import { useLoadedForm } from '../../../ui/use-loaded-form.js';
import { VisuallyHidden } from '../../../ui/visually-hidden.js';

const EMPTY = { referralId: '', lastName: '', firstName: '', DOB: '' };

const notFound = (contactEmail: string) =>
  `Referral not found.  Please make sure the information entered is accurate.  If you continue to experience issues please contact us at ${contactEmail}.`;

const loadRules = async () => (await import('../check-status/check-status-rules.js')).checkStatusResolver;

/** /check-referral: finds referrals by ID, or by the member's name and date of birth (access specification, sections 2, 4, 5 and 8). */
export function CheckStatusPage() {
  const { contactEmail } = useAtomValue(consoleConfigAtom);
  const check = useLoadedForm<CheckStatusFields, CheckStatusBody, CheckedReferrals>({
    defaultValues: EMPTY,
    loadRules,
    tidy: (typed) => ({ ...typed, DOB: typedDate(typed.DOB ?? '') ?? typed.DOB }),
    send: (body) => call('POST /referrals/referral/status', { body }),
  });
  const { control, idOf, answer } = check;
  return (
    <Page title="Check Status" about="Find a referral by its ID, or by the member.">
      <Stack sx={{ gap: 3, maxWidth: 560 }}>
        <Alert severity="info">
          The referral ID was emailed to you when the referral was submitted. All of your referrals can be viewed under{' '}
          <TextLink component={Link} to="/referrals" underline="always">
            Referrals
          </TextLink>{' '}
          in the navigation.
        </Alert>
        <Box component="form" aria-label="Check Status" {...check.form}>
          <ErrorSummary {...check.summary} />
          <Stack sx={{ gap: 2 }}>
            <BoundField control={control} name="referralId">
              {(field) => <TextField {...field} id={idOf('referralId')} label="Referral ID" inputMode="numeric" />}
            </BoundField>
            <Divider sx={{ color: 'text.secondary' }}>OR</Divider>
            <BoundField control={control} name="lastName">
              {(field) => <TextField {...field} id={idOf('lastName')} label="Member Last Name" />}
            </BoundField>
            <BoundField control={control} name="firstName">
              {(field) => <TextField {...field} id={idOf('firstName')} label="Member First Name" />}
            </BoundField>
            <BoundField control={control} name="DOB">
              {(field) => <DateField {...field} id={idOf('DOB')} label="Member DOB" days={daysOfBirth()} />}
            </BoundField>
            {/* Not disabled while it runs, as a disabled button loses the focus. */}
            <Button
              type="submit"
              variant="contained"
              aria-busy={check.isSending}
              sx={{ alignSelf: { xs: 'stretch', sm: 'flex-start' } }}
            >
              {check.isSending ? 'Checking…' : 'Submit'}
            </Button>
          </Stack>
        </Box>
        <Box role="status">{answer && answer.length > 0 ? <Results found={answer} /> : null}</Box>
        {answer?.length === 0 ? (
          <Alert severity="error" role="alert">
            {notFound(contactEmail)}
          </Alert>
        ) : null}
        {check.error ? <ErrorState title="The status could not be checked" error={check.error} /> : null}
      </Stack>
    </Page>
  );
}

function Results({ found }: { readonly found: CheckedReferrals }) {
  return (
    <>
      <Typography variant="h2" sx={{ mb: 1 }}>
        {found.length === 1 ? '1 referral found' : `${found.length} referrals found`}
      </Typography>
      <Stack component="ul" sx={{ listStyle: 'none', m: 0, p: 0, gap: 1 }}>
        {found.map(({ referralId }) => (
          <Card key={referralId} component="li" variant="outlined">
            <CardActionArea
              component="a"
              href={`/referral/${referralId}`}
              target="_blank"
              rel="noopener"
              sx={{ p: 2, display: 'flex', justifyContent: 'space-between', gap: 2, flexWrap: 'wrap' }}
            >
              <Typography component="span" variant="subtitle1">
                <ReferralDigits id={referralId} />
              </Typography>
              <Typography component="span" color="primary">
                (Click to View)
                <VisuallyHidden> in a new window</VisuallyHidden>
              </Typography>
            </CardActionArea>
          </Card>
        ))}
      </Stack>
    </>
  );
}
