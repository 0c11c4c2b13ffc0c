import { useLayoutEffect, useRef, useState } from 'react';
import { editPhone, formatPhone } from './phone.js';
import { TextField, type TextFieldProps } from './text-field.js';

/**
 * Shown as a US number in up to 14 characters, kept as its digits; anything can be pasted (access specification, section 5). The
 * caret stays where the person types, also in the middle.
 */
export function PhoneField({ value, onChange, ...field }: TextFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const [edited, setEdited] = useState<{ readonly caret: number } | null>(null);
  useLayoutEffect(() => {
    if (edited !== null) input.current?.setSelectionRange(edited.caret, edited.caret);
  }, [edited]);
  const edit = (text: string) => {
    const { digits, caret } = editPhone(value, text, input.current?.selectionStart ?? text.length);
    setEdited({ caret });
    onChange(digits);
  };
  return <TextField {...field} type="tel" inputRef={input} value={formatPhone(value)} onChange={edit} />;
}
