/** The prefix for the United States health industry, which belongs to an NPI when its check digit is computed. */
const PREFIX = '80840';

/**
 * Whether the text has the form of a National Provider Identifier: ten digits, the last of which is the Luhn check digit (45 CFR 162.406).
 * It does not tell whether the NPI was issued; an order with an invalid one is accepted.
 */
export function isNpi(text: string): boolean {
  if (!/^\d{10}$/.test(text)) return false;
  const sum = [...(PREFIX + text)]
    .reverse()
    .map((digit, index) => (index % 2 === 0 ? Number(digit) : Number(digit) * 2))
    .reduce((total, value) => total + (value > 9 ? value - 9 : value), 0);
  return sum % 10 === 0;
}
