/** The digits of what was typed or pasted, ten at most; a leading US country code is dropped. */
export function phoneDigits(text: string): string {
  const digits = text.replaceAll(/\D/g, '');
  return (digits.length === 11 && digits.startsWith('1') ? digits.slice(1) : digits).slice(0, 10);
}

/** As a US number, as far as it has been typed: 14 characters at most. */
export function formatPhone(digits: string): string {
  if (digits.length <= 3) return digits;
  const [area, office, line] = [digits.slice(0, 3), digits.slice(3, 6), digits.slice(6)];
  return line === '' ? `(${area}) ${office}` : `(${area}) ${office}-${line}`;
}
