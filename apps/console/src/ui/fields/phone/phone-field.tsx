import { useForkRef } from '@mui/material';
import { type FocusEvent, useLayoutEffect, useRef, useState } from 'react';
import { textsOf, useWords } from '../../../language/language.js';
import { announce } from '../../announcer.js';
import { type Edited, editPhone, formatPhone, PHONE_DIGITS } from './phone.js';
import { TextField, type TextFieldProps } from '../text-field.js';
import english from '../../../../texts/en/ui.json' with { type: 'json' };

const useTexts = textsOf('ui', english);

/** A message below the field about the digits that it had at that time. */
interface Remark {
  readonly words: string;
  readonly about: string;
  /** Shown even if there is an error, because the error does not state it. */
  readonly besideError: boolean;
}

/**
 * A phone number, shown as a US number of up to 14 characters and stored as 10 digits (access specification, section 5). Any text can be
 * pasted: the field immediately reports what it left out, and on blur that a number is too short. The caret keeps its place while digits in
 * the middle are edited.
 */
export function PhoneField({ value, onChange, onBlur, inputRef, error, warning, ...field }: TextFieldProps) {
  const t = useTexts();
  const words = useWords();
  const input = useRef<HTMLInputElement>(null);
  const ref = useForkRef(input, inputRef);
  const [edited, setEdited] = useState<{ readonly caret: number } | null>(null);
  const [remark, setRemark] = useState<Remark | null>(null);
  useLayoutEffect(() => {
    if (edited !== null) input.current?.setSelectionRange(edited.caret, edited.caret);
  }, [edited]);
  const showRemark = (next: Remark) => {
    setRemark(next);
    announce(next.words);
  };
  const edit = (text: string, event?: InputEvent) => {
    const caretNow = input.current?.selectionStart ?? text.length;
    const after = editPhone(value, { text, caret: caretNow, erased: erasedBy(event?.inputType ?? '') });
    setEdited({ caret: after.caret });
    if (after.leftOut === '') setRemark(null);
    else showRemark({ words: t('phoneLeftOut', { text: after.leftOut }), about: after.digits, besideError: true });
    onChange(after.digits);
  };
  const leave = (event: FocusEvent) => {
    const isRemarked = remark?.about === value;
    if (value !== '' && value.length < PHONE_DIGITS && !isRemarked)
      showRemark({ words: t('phoneShort', { count: value.length }), about: value, besideError: false });
    onBlur?.(event);
  };
  const shownRemark = remark?.about === value ? remark : null;
  return (
    <TextField
      {...field}
      type="tel"
      inputRef={ref}
      value={formatPhone(value)}
      onChange={edit}
      onBlur={leave}
      warning={shownRemark?.words ?? warning}
      error={error !== undefined && shownRemark?.besideError ? `${words(error)} ${shownRemark.words}` : error}
    />
  );
}

/** The side of the caret that an input event with this `inputType` erases: Delete erases forwards, all other deletions backwards. */
const erasedBy = (inputType: string): Edited['erased'] =>
  inputType.startsWith('delete') ? (inputType.endsWith('Forward') ? 'after' : 'before') : undefined;
