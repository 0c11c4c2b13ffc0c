/** An age in whole years, or in whole months below two years. */
export interface Age {
  readonly unit: 'years' | 'months';
  readonly count: number;
}

const MONTHS_PER_YEAR = 12;
/** Children younger than this have their age in months. */
const MONTHS_UNTIL_YEARS = 2 * MONTHS_PER_YEAR;

/**
 * The age on a day. Both days are YYYY-MM-DD. Somebody born on a day that the month does not have is a month or a year older on the day after
 * its last. Null if the person is not born yet, or if the date of birth is no such day.
 */
export function ageOn(today: string, dateOfBirth: string): Age | null {
  const [year = NaN, month = NaN, day = NaN] = dateOfBirth.split('-').map(Number);
  const [thisYear = NaN, thisMonth = NaN, thisDay = NaN] = today.split('-').map(Number);
  const months = (thisYear - year) * MONTHS_PER_YEAR + (thisMonth - month) - (thisDay < day ? 1 : 0);
  if (!(months >= 0)) return null;
  return months < MONTHS_UNTIL_YEARS
    ? { unit: 'months', count: months }
    : { unit: 'years', count: Math.floor(months / MONTHS_PER_YEAR) };
}

/** The address that calls a US number. Null for any other text, which an earlier release may have stored. */
export const telOf = (phone: string): string | null => (/^\d{10}$/.test(phone) ? `tel:+1${phone}` : null);
