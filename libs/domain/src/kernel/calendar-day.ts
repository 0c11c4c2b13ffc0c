/** A day (YYYY-MM-DD) as people here write it and as the forms of this trade have it: MM/DD/YYYY. Anything else stays as it is. */
export function dayInWords(day: string): string {
  return day.replace(/^(\d{4})-(\d{2})-(\d{2})$/, '$2/$3/$1');
}
