/** Characters that the field shows (access specification, section 5), and so digits that are kept of what is no US number. */
const SHOWN = 14;

/**
 * Digits that are kept of a typed or pasted US number; a country code before it is dropped. More than ten are kept as well: which ten
 * were meant is for the person to say, and until then the number is not valid.
 */
export function phoneDigits(text: string): string {
  const digits = text.replaceAll(/\D/g, '');
  return (/^1\d{10}$/.test(digits) ? digits.slice(1) : digits).slice(0, SHOWN);
}

/**
 * What an edit of a formatted number leaves, and where the caret then stands in it. `kept`: the digits before; `text`: the field after
 * the edit; `caret`: where it stood then. Whoever erases a bracket or a hyphen means the digit before it.
 */
export function editPhone(
  kept: string,
  text: string,
  caret: number,
): { readonly digits: string; readonly caret: number } {
  let digits = phoneDigits(text);
  let before = Math.min(text.slice(0, caret).replaceAll(/\D/g, '').length, digits.length);
  if (digits === kept && before > 0 && text.length < formatPhone(kept).length) {
    digits = kept.slice(0, before - 1) + kept.slice(before);
    before -= 1;
  }
  return { digits, caret: placeAfter(formatPhone(digits), before) };
}

/** Behind so many digits of a formatted number. */
function placeAfter(formatted: string, digits: number): number {
  if (digits === 0) return 0;
  const places = [...formatted.matchAll(/\d/g)].map(({ index }) => index + 1);
  return places[digits - 1] ?? formatted.length;
}

/** `(602) 555-0112`, growing as it is typed; what is too long for a US number stays as it is. 14 characters at most. */
export function formatPhone(digits: string): string {
  if (digits.length > 10) return digits;
  const [area, exchange, line] = [digits.slice(0, 3), digits.slice(3, 6), digits.slice(6)];
  if (line) return `(${area}) ${exchange}-${line}`;
  if (exchange) return `(${area}) ${exchange}`;
  return area;
}
