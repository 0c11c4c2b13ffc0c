import type { Control, FieldPath, FieldValues } from 'react-hook-form';
import { BoundField } from './bound-field.js';
import { TextField } from './text-field.js';
import english from '../../../texts/en/ui.json' with { type: 'json' };
import { textsOf } from '../../language/language.js';

const useTexts = textsOf('ui', english);

interface ReasonFieldProps<Values extends FieldValues, Output> {
  /** Defaults to the form of the surrounding `FormProvider`. */
  readonly control?: Control<Values, unknown, Output>;
  readonly autoFocus?: boolean;
}

/** The reason for an act of an administrator. */
export function ReasonField<Values extends FieldValues & { reason: string }, Output>({
  autoFocus = false,
  ...form
}: ReasonFieldProps<Values, Output>) {
  const t = useTexts();
  return (
    <BoundField {...form} name={'reason' as FieldPath<Values>}>
      {(field) => (
        <TextField {...field} label={t('reason')} help={t('reasonHelp')} rows={2} autoFocus={autoFocus} required />
      )}
    </BoundField>
  );
}
