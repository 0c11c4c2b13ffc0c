import { type CreateHelpBody } from '@throughline/contracts';
import { HELP_TYPES } from '@throughline/domain';
import {
  Alert,
  Box,
  Button,
  FormControl,
  FormControlLabel,
  FormHelperText,
  FormLabel,
  Radio,
  RadioGroup,
  Stack,
} from '@mui/material';
import { useCommand } from '../../../api/use-command.js';
import { BoundField } from '../../../ui/fields/bound-field.js';
import { ErrorState } from '../../../ui/page/error-state.js';
import { ErrorSummary } from '../../../ui/fields/error-summary.js';
import { NotKept } from '../../../ui/fields/not-kept.js';
import { Page } from '../../../ui/page/page.js';
import { TextField } from '../../../ui/fields/text-field.js';
import { useLoadedForm } from '../../../ui/fields/use-loaded-form.js';
import { useInquiryDraft } from './inquiry-draft.js';
import { type HelpFields, DraftForm, RestoredDraft, SenderFields, useFillSender } from './inquiry-fields.js';
import english from '../../../../texts/en/inquiry.json' with { type: 'json' };
import { textsOf, useLanguage, useWords } from '../../../language/language.js';

const useTexts = textsOf('inquiry', english);

const EMPTY: HelpFields = { type: '', lastName: '', firstName: '', email: '', description: '' };
const FIELDS = Object.keys(EMPTY) as (keyof HelpFields)[];
const ROWS = 15;

const loadRules = async () => (await import('./inquiry-rules.js')).helpResolver;

/** /help: a form to ask for assistance or to suggest something (access specification, sections 2, 4 and 5). */
export function HelpPage() {
  const t = useTexts();
  return (
    <Page title={t('help')} about={t('helpAbout')}>
      <DraftForm form={HelpForm} />
    </Page>
  );
}

function HelpForm({ owner }: { readonly owner: string }) {
  const t = useTexts();
  const words = useWords();
  const language = useLanguage();
  const draft = useInquiryDraft<HelpFields, 'help'>('help', owner, FIELDS);
  const create = useCommand('POST /help/create', { keeper: draft.keeper });
  const help = useLoadedForm<HelpFields, CreateHelpBody, null>({
    defaultValues: EMPTY,
    loadRules,
    send: (body) => create.mutateAsync({ body: { ...body, subject: '', language } }),
    emptied: ['type', 'description'],
    draft,
  });
  const { control, idOf } = help;
  useFillSender(help.fillEmpty);
  return (
    <Box component="form" aria-label={t('help')} {...help.form} {...help.untilTyped} sx={{ maxWidth: 640 }}>
      <RestoredDraft shown={help.isRestored} onDiscard={help.discard} />
      <NotKept shown={help.isUnkept} />
      <ErrorSummary {...help.summary} />
      <Stack sx={{ gap: 2 }}>
        <BoundField control={control} name="type">
          {({ value, error, onChange, onBlur, inputRef }) => (
            <FormControl error={error !== undefined}>
              <FormLabel component="span" id={`${idOf('type')}-label`}>
                {t('requestType')}
                <span aria-hidden> *</span>
              </FormLabel>
              <RadioGroup
                value={value}
                onChange={(event) => onChange(event.target.value)}
                onBlur={onBlur}
                aria-labelledby={`${idOf('type')}-label`}
                aria-describedby={`${idOf('type')}-help`}
                aria-required
                aria-invalid={error !== undefined}
              >
                {Object.entries(HELP_TYPES).map(([type, label], index) => (
                  <FormControlLabel
                    key={type}
                    value={type}
                    label={words(label)}
                    control={
                      <Radio {...(index === 0 && { slotProps: { input: { id: idOf('type'), ref: inputRef } } })} />
                    }
                  />
                ))}
              </RadioGroup>
              <FormHelperText id={`${idOf('type')}-help`}>{error === undefined ? null : words(error)}</FormHelperText>
            </FormControl>
          )}
        </BoundField>
        <SenderFields control={control} idOf={idOf} names={['lastName', 'firstName', 'email']} />
        <BoundField control={control} name="description">
          {(field) => <TextField {...field} id={idOf('description')} label={t('description')} rows={ROWS} required />}
        </BoundField>
        <Button
          type="submit"
          variant="contained"
          aria-busy={help.isSending}
          sx={{ alignSelf: { xs: 'stretch', sm: 'flex-start' } }}
        >
          {help.isSending ? t('sending') : t('submit')}
        </Button>
        <Box role="status">
          {help.answer === null || help.wasSentBefore ? <Alert severity="success">{t('submitted')}</Alert> : null}
        </Box>
        {help.error ? <ErrorState title={help.error.message} error={help.error} /> : null}
      </Stack>
    </Box>
  );
}
