import type { CheckedReferrals, CheckStatusBody, CheckStatusFields } from '@throughline/contracts';
import { pathTo } from '@throughline/domain';
import { Alert, Box, Button, Card, CardActionArea, Divider, Link as TextLink, Stack, Typography } from '@mui/material';
import { useAtomValue } from 'jotai';
import { Link } from 'react-router-dom';
import { call } from '../../../api/api.js';
import { consoleConfigAtom } from '../../../session/session.js';
import { BoundField } from '../../../ui/fields/bound-field.js';
import { typedDate } from '../../../ui/words/calendar.js';
import { DateField, daysOfBirth } from '../../../ui/fields/date/date-field.js';
import { ErrorState } from '../../../ui/page/error-state.js';
import { ErrorSummary } from '../../../ui/fields/error-summary.js';
import { Page } from '../../../ui/page/page.js';
import { ReferralDigits } from '../../../ui/words/referral-digits.js';
import { TextField } from '../../../ui/fields/text-field.js';
import { useLoadedForm } from '../../../ui/fields/use-loaded-form.js';
import { VisuallyHidden } from '../../../ui/visually-hidden.js';
import english from '../../../../texts/en/check-status.json' with { type: 'json' };
import { textsOf } from '../../../language/language.js';

const useTexts = textsOf('check-status', english);

const EMPTY = { referralId: '', lastName: '', firstName: '', DOB: '' };

const loadRules = async () => (await import('./check-status-rules.js')).checkStatusResolver;

/** /check-referral: finds referrals by ID, or by the member's name and date of birth (access specification, sections 2, 4, 5 and 8). */
export function CheckStatusPage() {
  const t = useTexts();
  const { contactEmail } = useAtomValue(consoleConfigAtom);
  const check = useLoadedForm<CheckStatusFields, CheckStatusBody, CheckedReferrals>({
    defaultValues: EMPTY,
    loadRules,
    tidy: (typed) => ({ ...typed, DOB: typedDate(typed.DOB ?? '') ?? typed.DOB }),
    send: (body) => call('POST /referrals/referral/status', { body }),
  });
  const { control, idOf, answer } = check;
  return (
    <Page title={t('title')} about={t('about')}>
      <Stack sx={{ gap: 3, maxWidth: 560 }}>
        <Alert severity="info">
          {t.rich('info', {
            link: (words) => (
              <TextLink component={Link} to="/referrals" underline="always">
                {words}
              </TextLink>
            ),
          })}
        </Alert>
        <Box component="form" aria-label={t('title')} {...check.form}>
          <ErrorSummary {...check.summary} />
          <Stack sx={{ gap: 2 }}>
            <BoundField control={control} name="referralId">
              {(field) => <TextField {...field} id={idOf('referralId')} label={t('referralId')} inputMode="numeric" />}
            </BoundField>
            <Divider sx={{ color: 'text.secondary' }}>{t('or')}</Divider>
            <BoundField control={control} name="lastName">
              {(field) => <TextField {...field} id={idOf('lastName')} label={t('lastName')} />}
            </BoundField>
            <BoundField control={control} name="firstName">
              {(field) => <TextField {...field} id={idOf('firstName')} label={t('firstName')} />}
            </BoundField>
            <BoundField control={control} name="DOB">
              {(field) => <DateField {...field} id={idOf('DOB')} label={t('dob')} days={daysOfBirth()} />}
            </BoundField>
            {/* The button is not disabled while the request runs, because a disabled button loses the focus. */}
            <Button
              type="submit"
              variant="contained"
              aria-busy={check.isSending}
              sx={{ alignSelf: { xs: 'stretch', sm: 'flex-start' } }}
            >
              {check.isSending ? t('checking') : t('submit')}
            </Button>
          </Stack>
        </Box>
        <Box role="status">{answer && answer.length > 0 ? <Results found={answer} /> : null}</Box>
        {answer?.length === 0 ? (
          <Alert severity="error" role="alert">
            {t('notFound', { email: contactEmail })}
          </Alert>
        ) : null}
        {check.error ? <ErrorState title={t('failed')} error={check.error} /> : null}
      </Stack>
    </Page>
  );
}

function Results({ found }: { readonly found: CheckedReferrals }) {
  const t = useTexts();
  return (
    <>
      <Typography variant="h2" sx={{ mb: 1 }}>
        {t('found', { count: found.length })}
      </Typography>
      <Stack component="ul" sx={{ listStyle: 'none', m: 0, p: 0, gap: 1 }}>
        {found.map(({ referralId }) => (
          <Card key={referralId} component="li" variant="outlined">
            <CardActionArea
              component="a"
              href={pathTo.referral(referralId)}
              target="_blank"
              rel="noopener"
              sx={{ p: 2, display: 'flex', justifyContent: 'space-between', gap: 2, flexWrap: 'wrap' }}
            >
              <Typography component="span" variant="subtitle1">
                <ReferralDigits id={referralId} />
              </Typography>
              <Typography component="span" color="primary">
                {t('view')}
                <VisuallyHidden>{t('newWindow')}</VisuallyHidden>
              </Typography>
            </CardActionArea>
          </Card>
        ))}
      </Stack>
    </>
  );
}
