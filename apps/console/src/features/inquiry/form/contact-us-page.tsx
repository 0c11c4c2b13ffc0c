import type { ConsoleConfig, CreateContactBody } from '@throughline/contracts';
import { CONTACT_TYPES } from '@throughline/domain';
import { Alert, Box, Button, Card, Link, Stack, Typography } from '@mui/material';
import { useAtomValue } from 'jotai';
import { useCommand } from '../../../api/use-command.js';
import { consoleConfigAtom } from '../../../session/session.js';
import { BoundField } from '../../../ui/fields/bound-field.js';
import { ErrorState } from '../../../ui/page/error-state.js';
import { ErrorSummary } from '../../../ui/fields/error-summary.js';
import { mailLink } from '../../../ui/words/mail-link.js';
import { NotKept } from '../../../ui/fields/not-kept.js';
import { Page } from '../../../ui/page/page.js';
import { TextField } from '../../../ui/fields/text-field.js';
import { useLoadedForm } from '../../../ui/fields/use-loaded-form.js';
import { useInquiryDraft } from './inquiry-draft.js';
import { type ContactFields, DraftForm, RestoredDraft, SenderFields, useFillSender } from './inquiry-fields.js';
import english from '../../../../texts/en/inquiry.json' with { type: 'json' };
import { textsOf, useLanguage, useWords } from '../../../language/language.js';

const useTexts = textsOf('inquiry', english);

const EMPTY: ContactFields = { firstName: '', lastName: '', email: '', subject: '', message: '' };
const FIELDS = Object.keys(EMPTY) as (keyof ContactFields)[];
const ROWS = 8;
const [CONTACT_TYPE] = CONTACT_TYPES;

const GROUPS: readonly (keyof ConsoleConfig['contact']['emails'])[] = ['patients', 'caseManagers', 'clinicalStaff'];

const loadRules = async () => (await import('./inquiry-rules.js')).contactResolver;

/** /contact-us: telephone numbers, addresses and a form (access specification, sections 2, 5 and 8). */
export function ContactUsPage() {
  const t = useTexts();
  const { contact } = useAtomValue(consoleConfigAtom);
  return (
    <Page title={t('contact')} about={t('contactAbout')}>
      <Box
        component="ul"
        aria-label={t('contacts')}
        sx={{
          listStyle: 'none',
          m: 0,
          p: 0,
          mb: 4,
          display: 'grid',
          gap: 2,
          gridTemplateColumns: 'repeat(auto-fit, minmax(min(260px, 100%), 1fr))',
        }}
      >
        {GROUPS.map((group) => (
          <Card key={group} component="li" variant="outlined" sx={{ p: 3 }}>
            <Typography variant="h2">{t(group)}</Typography>
            <Box
              component="dl"
              sx={{ m: 0, mt: 1, display: 'grid', gridTemplateColumns: 'auto 1fr', columnGap: 2, rowGap: 0.5 }}
            >
              <ContactDetail name={t('phone')}>
                <Link href={`tel:${contact.phone.replaceAll(/[^\d+]/g, '')}`}>{contact.phone}</Link>
              </ContactDetail>
              <ContactDetail name={t('fax')}>{contact.fax}</ContactDetail>
              <ContactDetail name={t('email')}>
                <MailLink address={contact.emails[group]} />
              </ContactDetail>
            </Box>
          </Card>
        ))}
      </Box>
      <DraftForm form={ContactForm} />
    </Page>
  );
}

function ContactDetail({ name, children }: { readonly name: string; readonly children: React.ReactNode }) {
  return (
    <>
      <Typography component="dt" color="textSecondary">
        {name}
      </Typography>
      <Typography component="dd" sx={{ m: 0, overflowWrap: 'anywhere' }}>
        {children}
      </Typography>
    </>
  );
}

/** An address that is too long for its line breaks after the @. */
function MailLink({ address }: { readonly address: string }) {
  const [name, domain] = address.split('@');
  return (
    <Link href={mailLink(address)}>
      {name}@<wbr />
      {domain}
    </Link>
  );
}

function ContactForm({ owner }: { readonly owner: string }) {
  const t = useTexts();
  const words = useWords();
  const language = useLanguage();
  const draft = useInquiryDraft<ContactFields, 'contact'>('contact', owner, FIELDS);
  const create = useCommand('POST /contact/create', { keeper: draft.keeper });
  const contact = useLoadedForm<ContactFields, CreateContactBody, null>({
    defaultValues: EMPTY,
    loadRules,
    send: (body) => create.mutateAsync({ body: { ...body, type: CONTACT_TYPE, language } }),
    emptied: ['subject', 'message'],
    draft,
  });
  const { control, idOf } = contact;
  useFillSender(contact.fillEmpty);
  return (
    <Box component="section" aria-labelledby="write-to-us" sx={{ maxWidth: 640 }}>
      <Typography id="write-to-us" variant="h2" sx={{ mb: 2 }}>
        {t('writeToUs')}
      </Typography>
      <Box component="form" aria-labelledby="write-to-us" {...contact.form} {...contact.untilTyped}>
        <RestoredDraft shown={contact.isRestored} onDiscard={contact.discard} />
        <NotKept shown={contact.isUnkept} />
        <ErrorSummary {...contact.summary} />
        <Stack sx={{ gap: 2 }}>
          <SenderFields control={control} idOf={idOf} names={['firstName', 'lastName', 'email']} />
          <BoundField control={control} name="subject">
            {(field) => <TextField {...field} id={idOf('subject')} label={t('subject')} required />}
          </BoundField>
          <BoundField control={control} name="message">
            {(field) => <TextField {...field} id={idOf('message')} label={t('message')} rows={ROWS} required />}
          </BoundField>
          <Button
            type="submit"
            variant="contained"
            aria-busy={contact.isSending}
            sx={{ alignSelf: { xs: 'stretch', sm: 'flex-start' } }}
          >
            {contact.isSending ? t('sending') : t('submit')}
          </Button>
          <Box role="status">
            {contact.answer === null || contact.wasSentBefore ? (
              <Alert severity="success">{t('messageSent')}</Alert>
            ) : null}
          </Box>
          {contact.error ? (
            <ErrorState title={t('messageFailed', { error: words(contact.error.message) })} error={null} />
          ) : null}
        </Stack>
      </Box>
    </Box>
  );
}
