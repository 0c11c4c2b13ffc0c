/** The languages of the portal. Stored for ever. */
export const LANGUAGES = ['en', 'es'] as const;
export type Language = (typeof LANGUAGES)[number];

/** The BCP 47 locale for `Intl`. */
export const LOCALES: Readonly<Record<Language, string>> = { en: 'en-US', es: 'es-US' };

type Places = Readonly<Record<string, string>>;

/**
 * Translates English texts of the domain to Spanish. The keys are English texts, some with placeholders, such as `{label} is required.`;
 * the value of a placeholder is translated as well. `Shipped and Delivered` is a list of keys. `translate` returns the Spanish text of a key.
 * Null: no key matches.
 */
export function translatorBy(keys: readonly string[], translate: (key: string, places: Places) => string) {
  const known = new Set(keys);
  const find = sentencesAmong(keys);
  const lists = new Intl.ListFormat(LOCALES.es);
  const translated = (english: string): string | null => {
    if (known.has(english)) return translate(english, {});
    const entries = english.split(' and ');
    if (entries.every((entry) => known.has(entry))) return lists.format(entries.map((entry) => translate(entry, {})));
    const found = find(english);
    if (found === null) return momentIn(english);
    const places = Object.entries(found.places).map(([name, part]) => [name, translated(part) ?? part]);
    return translate(found.sentence, Object.fromEntries(places) as Places);
  };
  return translated;
}

/** Matches a moment without its zone, as `inCentralTime` writes it. */
export const MOMENT =
  /(?<month>[A-Z][a-z]{2}) (?<day>\d+), (?<year>\d{4}), (?<hour>\d+):(?<minute>\d\d) (?<half>[AP]M)/;
/** The same in any zone, whose name is translated already. */
const MOMENT_ALONE = new RegExp(`^${MOMENT.source} (?<zone>[^“”.,:;]+)$`);
const MONTHS = 'JanFebMarAprMayJunJulAugSepOctNovDec';

/** The clock time of a moment that `MOMENT` has matched, in ms, as if its zone were UTC. */
export function clockOf({
  month = '',
  day,
  year,
  hour,
  minute,
  half,
}: Readonly<Record<string, string | undefined>>): number {
  const hours = (Number(hour) % 12) + (half === 'PM' ? 12 : 0);
  return Date.UTC(Number(year), MONTHS.indexOf(month) / 3, Number(day), hours, Number(minute));
}

/** `Nov 28, 2026, 3:21 PM Central Time` in Spanish; null if it is something else. */
function momentIn(english: string): string | null {
  const groups = MOMENT_ALONE.exec(english)?.groups;
  if (groups === undefined) return null;
  const { zone } = groups;
  const format = new Intl.DateTimeFormat(LOCALES.es, { timeZone: 'UTC', dateStyle: 'medium', timeStyle: 'short' });
  const inZone = zone === 'Central Time' ? 'hora del centro' : zone;
  return `${format.format(clockOf(groups)).replace(/\s/gu, ' ')}, ${inZone}`;
}

/**
 * Finds the key with placeholders that an English text was made from, and the values of the placeholders: a quoted part, else as little
 * text as possible. If several keys match, the longest one wins.
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
