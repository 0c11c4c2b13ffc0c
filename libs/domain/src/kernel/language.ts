/** The languages that the portal speaks. Stored for ever. */
export const LANGUAGES = ['en', 'es'] as const;
export type Language = (typeof LANGUAGES)[number];

/** For `Intl`. */
export const LOCALES: Readonly<Record<Language, string>> = { en: 'en-US', es: 'es-US' };

type Places = Readonly<Record<string, string>>;

/**
 * Translates the domain's words, which it has in English, to Spanish: by their English, which is the key, also with places such as
 * `{label} is required.` What stands in a place is translated as well; `Shipped and Delivered` is a list of keys. Null: no key matches.
 * `say` says a key in Spanish.
 */
export function translatorBy(keys: readonly string[], say: (key: string, places: Places) => string) {
  const known = new Set(keys);
  const find = sentencesAmong(keys);
  const lists = new Intl.ListFormat(LOCALES.es);
  const translated = (english: string): string | null => {
    if (known.has(english)) return say(english, {});
    const entries = english.split(' and ');
    if (entries.every((entry) => known.has(entry))) return lists.format(entries.map((entry) => say(entry, {})));
    const found = find(english);
    if (found === null) return momentIn(english);
    const places = Object.entries(found.places).map(([name, part]) => [name, translated(part) ?? part]);
    return say(found.sentence, Object.fromEntries(places) as Places);
  };
  return translated;
}

/** What `inCentralTime` says. */
const MOMENT =
  /^(?<month>[A-Z][a-z]{2}) (?<day>\d+), (?<year>\d{4}), (?<hour>\d+):(?<minute>\d\d) (?<half>[AP]M) Central Time$/;
const MONTHS = 'JanFebMarAprMayJunJulAugSepOctNovDec';

/** `Nov 28, 2026, 3:21 PM Central Time` in Spanish; null if it is something else. */
function momentIn(english: string): string | null {
  const { month = '', day, year, hour, minute, half } = MOMENT.exec(english)?.groups ?? {};
  if (half === undefined) return null;
  const hours = (Number(hour) % 12) + (half === 'PM' ? 12 : 0);
  // Of no zone: it is the time on the clock.
  const moment = Date.UTC(Number(year), MONTHS.indexOf(month) / 3, Number(day), hours, Number(minute));
  const format = new Intl.DateTimeFormat(LOCALES.es, { timeZone: 'UTC', dateStyle: 'medium', timeStyle: 'short' });
  return `${format.format(moment).replace(/\s/gu, ' ')}, hora del Centro`;
}

/**
 * Finds the sentence with places that an English text was made from, and what stands in its places: what is quoted there, or else as little as
 * can be. The longest sentence is meant.
 */
export function sentencesAmong(keys: readonly string[]) {
  const patterns = keys
    .filter((key) => key.includes('{'))
    .sort((one, other) => other.length - one.length)
    .map((sentence) => ({ sentence, pattern: new RegExp(`^${sentence.replace(/{(\w+)}/g, '(?<$1>“[^“”]*”|.+?)')}$`) }));
  return (english: string) => {
    for (const { sentence, pattern } of patterns) {
      const places = pattern.exec(english)?.groups;
      if (places !== undefined) return { sentence, places };
    }
    return null;
  };
}
