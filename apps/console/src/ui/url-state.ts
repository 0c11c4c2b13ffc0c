/** A setting that an address can hold. Arrays are written comma-separated. */
export type UrlValue = string | number | boolean | readonly string[];
export type UrlValues = Readonly<Record<string, UrlValue>>;

/** The type of a default without its particular value. */
export type Widened<T> = {
  [
    K in keyof T
  ]: T[K] extends readonly string[] ? readonly string[] : T[K] extends string ? string : T[K] extends number ? number : T[K] extends boolean ? boolean : T[K]; // prettier-ignore
};

/** What an address says; its defaults where it says nothing, or nothing sensible. */
export function readUrlState<T extends UrlValues>(parameters: URLSearchParams, defaults: T): Widened<T> {
  const read = Object.entries(defaults).map(([name, value]) => [name, parse(parameters.get(name), value)]);
  return Object.fromEntries(read) as Widened<T>;
}

/** The address after a change. What equals its default is left out; parameters of others stay. */
export function writeUrlState<T extends UrlValues>(
  parameters: URLSearchParams,
  defaults: T,
  change: Partial<Widened<T>>,
): URLSearchParams {
  const next = new URLSearchParams(parameters);
  for (const [name, value] of Object.entries(change) as [string, UrlValue][]) {
    const text = print(value);
    if (text === print(defaults[name] ?? '')) next.delete(name);
    else next.set(name, text);
  }
  return next;
}

const print = (value: UrlValue): string => (Array.isArray(value) ? value.join(',') : String(value));

function parse(text: string | null, fallback: UrlValue): UrlValue {
  if (text === null) return fallback;
  if (Array.isArray(fallback)) return text.split(',').filter((part) => part !== '');
  if (typeof fallback === 'boolean') return text === 'true' ? true : text === 'false' ? false : fallback;
  if (typeof fallback !== 'number') return text;
  const count = Number(text);
  return Number.isSafeInteger(count) && count >= 0 ? count : fallback;
}
