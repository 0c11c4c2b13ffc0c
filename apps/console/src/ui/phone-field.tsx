import { useForkRef } from '@mui/material';
import { useLayoutEffect, useRef, useState } from 'react';
import { type Edited, editPhone, formatPhone } from './phone.js';
import { TextField, type TextFieldProps } from './text-field.js';

/**
 * A phone number, shown as a US number of up to 14 characters and kept as digits. Anything can be pasted (access specification, section 5).
 * The caret keeps its place while digits in the middle are edited.
 */
export function PhoneField({ value, onChange, inputRef, ...field }: TextFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const ref = useForkRef(input, inputRef);
  const [edited, setEdited] = useState<{ readonly caret: number } | null>(null);
  useLayoutEffect(() => {
    if (edited !== null) input.current?.setSelectionRange(edited.caret, edited.caret);
  }, [edited]);
  const edit = (text: string, event?: InputEvent) => {
    const caretNow = input.current?.selectionStart ?? text.length;
    const { digits, caret } = editPhone(value, { text, caret: caretNow, erased: erasedBy(event?.inputType ?? '') });
    setEdited({ caret });
    onChange(digits);
  };
  return <TextField {...field} type="tel" inputRef={ref} value={formatPhone(value)} onChange={edit} />;
}

/** `inputType` of the event: the Delete key erases forwards, everything else that deletes does so backwards. */
const erasedBy = (inputType: string): Edited['erased'] =>
  inputType.startsWith('delete') ? (inputType.endsWith('Forward') ? 'after' : 'before') : undefined;
