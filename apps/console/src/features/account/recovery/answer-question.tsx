import { Alert, Button, Stack } from '@mui/material';
import { useMutation } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import english from '../../../../texts/en/registration.json' with { type: 'json' };
import { textsOf, useWords } from '../../../language/language.js';
import type { Recovery, SecurityQuestion } from '../../../session/sign-in/recovery.js';
import { BoundField } from '../../../ui/fields/bound-field.js';
import { TextField } from '../../../ui/fields/text-field.js';

const useTexts = textsOf('registration', english);

interface AnswerQuestionProps {
  readonly securityQuestion: SecurityQuestion;
  readonly onAnswered: (recovery: Recovery) => void;
}

/** The security question that a tenant may ask before a new password. */
export function AnswerQuestion({ securityQuestion: { question, answer }, onAnswered }: AnswerQuestionProps) {
  const t = useTexts();
  const words = useWords();
  const { control, handleSubmit } = useForm({ defaultValues: { answer: '' } });
  const { mutate, isPending, error } = useMutation({ mutationFn: answer, onSuccess: onAnswered });
  const submit = handleSubmit((typed) => {
    if (!isPending) mutate(typed.answer);
  });
  return (
    <Stack component="form" noValidate spacing={2} onSubmit={(event) => void submit(event)} sx={{ maxWidth: 440 }}>
      {error && !isPending ? (
        <Alert severity="error" role="alert">
          {words(error.message)}
        </Alert>
      ) : null}
      <BoundField control={control} name="answer" check={(typed) => typed.trim() !== '' || t('noAnswer')}>
        {(field) => <TextField {...field} label={question} autoComplete="off" autoFocus required />}
      </BoundField>
      <Button type="submit" variant="contained" loading={isPending} sx={{ alignSelf: 'flex-start' }}>
        {t('continue')}
      </Button>
    </Stack>
  );
}
