/** A number for the staff, whose screens are in English: `1,203`. */
export const withCommas = (count: number): string => count.toLocaleString('en-US');

/** `1 task`, `1,203 tasks` */
export const countOf = (count: number, noun: string): string => `${withCommas(count)} ${noun}${count === 1 ? '' : 's'}`;
