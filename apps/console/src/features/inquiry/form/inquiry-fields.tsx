import { Alert, Button } from '@mui/material';
import { useAtomValue } from 'jotai';
import { type ComponentType, useEffect } from 'react';
import type { Control, FieldPath, FieldValues } from 'react-hook-form';
import { sessionAtom, userAtom } from '../../../session/session.js';
import { NOBODY } from '../../../session/storage/stored.js';
import { useOwner } from '../../../session/use-owner.js';
import { BoundField } from '../../../ui/fields/bound-field.js';
import { Loading } from '../../../ui/page/loading.js';
import { focusMain } from '../../../ui/page/page.js';
import { TextField } from '../../../ui/fields/text-field.js';
import english from '../../../../texts/en/inquiry.json' with { type: 'json' };
import { textsOf } from '../../../language/language.js';

const useTexts = textsOf('inquiry', english);

interface Sender {
  lastName: string;
  firstName: string;
  email: string;
}
export interface HelpFields extends Sender {
  type: string;
  description: string;
}
export interface ContactFields extends Sender {
  subject: string;
  message: string;
}

interface SenderFieldsProps<Values extends FieldValues, Output> {
  readonly control: Control<Values, unknown, Output>;
  readonly idOf: (field: FieldPath<Values>) => string;
  /** The sender's fields, in the order of the form. */
  readonly names: readonly (keyof Sender & FieldPath<Values>)[];
}

const SENDER: Record<keyof Sender, { readonly autoComplete: string }> = {
  lastName: { autoComplete: 'family-name' },
  firstName: { autoComplete: 'given-name' },
  email: { autoComplete: 'email' },
};

export function SenderFields<Values extends FieldValues, Output>({
  control,
  idOf,
  names,
}: SenderFieldsProps<Values, Output>) {
  const t = useTexts();
  return names.map((name) => (
    <BoundField key={name} control={control} name={name}>
      {(field) => (
        <TextField
          {...field}
          {...SENDER[name]}
          label={t(name)}
          {...(name === 'email' && { inputMode: 'email' as const })}
          id={idOf(name)}
          required
        />
      )}
    </BoundField>
  ));
}

/** Fills in the signed-in person's name and address where nothing was typed yet. */
export function useFillSender(fill: (sender: Sender) => void): void {
  const user = useAtomValue(userAtom);
  useEffect(() => {
    if (user) fill(user);
    // Only another person fills the form again: neither a new `fill` nor a changed account does.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [user?.id]);
}

interface DraftFormProps {
  readonly form: ComponentType<{ readonly owner: string }>;
}

/** A form that keeps a draft for its owner. It is rendered once the session is known, and starts again for another person. */
export function DraftForm({ form: Form }: DraftFormProps) {
  const { status } = useAtomValue(sessionAtom);
  const owner = useOwner();
  return status === 'initial' && owner === NOBODY ? <Loading /> : <Form key={owner} owner={owner} />;
}

interface RestoredDraftProps {
  readonly shown: boolean;
  readonly onDiscard: () => void;
}

/** Says that the form was filled from a stored draft. */
export function RestoredDraft({ shown, onDiscard }: RestoredDraftProps) {
  const t = useTexts();
  if (!shown) return null;
  const discard = () => {
    onDiscard();
    // The button that had the focus disappears.
    focusMain();
  };
  return (
    <Alert
      severity="info"
      sx={{ mb: 2 }}
      action={
        <Button color="inherit" size="small" onClick={discard}>
          {t('discard')}
        </Button>
      }
    >
      {t('restored')}
    </Alert>
  );
}
