const DAY = 86_400_000;
const SECOND = 1_000;

export const REFERRAL_ID_DIGITS = 15;

/**
 * A new referral id of 15 digits: year and day of the year (5), second of the day (5), random (5). All in UTC, so that ids grow with time
 * also when clocks change. Sorting them as text sorts by time; they fit a JavaScript integer. Uniqueness needs "the stream must not exist":
 * on a conflict, draw again. `at`: ISO 8601; `random`: at least 0, below 1.
 */
export function referralId({ at, random }: { readonly at: string; readonly random: number }): string {
  const time = new Date(at);
  const year = time.getUTCFullYear();
  const dayOfYear = Math.floor((time.getTime() - Date.UTC(year, 0, 1)) / DAY) + 1;
  const secondOfDay = Math.floor((time.getTime() % DAY) / SECOND);
  return [
    digits(year % 100, 2),
    digits(dayOfYear, 3),
    digits(secondOfDay, 5),
    digits(Math.floor(random * 100_000), 5),
  ].join('');
}

const digits = (value: number, length: number) => String(value).padStart(length, '0');

/** The second in which this portal issued the id, in milliseconds since the epoch. */
export function givenOutAt(id: string): number {
  const [year, day, second] = [id.slice(0, 2), id.slice(2, 5), id.slice(5, 10)].map(Number) as [number, number, number];
  return Date.UTC(2000 + year, 0, day) + second * SECOND;
}

/** Whether the id has the form of those that this portal issues. Ids that people type are checked less strictly: digits only. */
export function isReferralId(text: string): boolean {
  return text.length === REFERRAL_ID_DIGITS && /^\d+$/.test(text);
}
