import { formatPhone, phoneDigits } from './phone.js';
import { TextField, type TextFieldProps } from './text-field.js';

/** Shown as a US number in up to 14 characters, kept as its digits; anything can be pasted (access specification, section 5). */
export function PhoneField({ value, onChange, ...field }: TextFieldProps) {
  return (
    <TextField {...field} type="tel" value={formatPhone(value)} onChange={(typed) => onChange(phoneDigits(typed))} />
  );
}
