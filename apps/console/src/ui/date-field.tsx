import { TextField, type TextFieldProps } from './text-field.js';
import { typedDate } from './typed-date.js';

/** A day, typed or pasted as YYYY-MM-DD or MM/DD/YYYY; it becomes YYYY-MM-DD on leaving. What is no day stays for the rule to name. */
export function DateField({ help = 'MM/DD/YYYY or YYYY-MM-DD', onBlur, ...field }: TextFieldProps) {
  const settle = () => {
    const date = typedDate(field.value);
    if (date !== null && date !== field.value) field.onChange(date);
    onBlur?.();
  };
  return <TextField {...field} help={help} onBlur={settle} />;
}
