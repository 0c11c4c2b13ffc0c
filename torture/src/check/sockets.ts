import { isDeepStrictEqual } from 'node:util';

type Rows = ReadonlyMap<string, unknown>;

/** What a socket client held when everything had settled, and what it should hold. */
export interface Seen {
  readonly name: string;
  readonly held: Rows;
  /** The read model, as far as this person may see it. */
  readonly truth: Rows;
  /** Rows that changed after its page was read. */
  readonly changed: readonly string[];
  readonly refusals: readonly string[];
}

/** Each row that an open client shows equals the read model's, and no row that changed while it was open is missing. */
export function checkSockets(seen: readonly Seen[]): readonly string[] {
  return seen.flatMap(({ name, held, truth, changed, refusals }) => [
    ...refusals.map((code) => `${name}: was refused, ${code}`),
    ...[...held.keys()]
      .filter((key) => !same(held.get(key), truth.get(key)))
      .map((key) => `${name}: ${key} is stale: ${difference(held.get(key), truth.get(key))}`),
    ...changed.filter((key) => !held.has(key)).map((key) => `${name}: was never told of ${key}`),
  ]);
}

/** Compared as JSON, which is how they were sent. */
const same = (one: unknown, other: unknown): boolean => isDeepStrictEqual(plain(one), plain(other));
const plain = (row: unknown): unknown => (row === undefined ? undefined : JSON.parse(JSON.stringify(row)));

function difference(held: unknown, truth: unknown): string {
  const words = (row: unknown) => (JSON.stringify(row) ?? 'nothing').slice(0, 600);
  return `holds ${words(held)}, the read model ${words(truth)}`;
}

/** The last change of a row in the feed equals the row. */
export function checkFeed(topic: string, lastWords: Rows, truth: Rows): readonly string[] {
  return [...truth.keys()]
    .filter((key) => !same(lastWords.get(key), truth.get(key)))
    .map((key) => `the feed of ${topic} ends otherwise for ${key}`);
}
