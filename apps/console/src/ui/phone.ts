/** Digits that are kept of a typed or pasted US number; a country code before it is dropped. */
export function phoneDigits(text: string): string {
  const digits = text.replaceAll(/\D/g, '');
  return (digits.length > 10 && digits.startsWith('1') ? digits.slice(1) : digits).slice(0, 10);
}

/** `(602) 555-0112`, growing as it is typed: 14 characters at most. */
export function formatPhone(digits: string): string {
  const [area, exchange, line] = [digits.slice(0, 3), digits.slice(3, 6), digits.slice(6, 10)];
  if (line) return `(${area}) ${exchange}-${line}`;
  if (exchange) return `(${area}) ${exchange}`;
  return area;
}
