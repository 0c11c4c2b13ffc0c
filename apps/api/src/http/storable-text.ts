/**
 * Paths of texts that no log and no database can hold: with a NUL, or with half of a surrogate pair. They come from broken
 * clients, never from a keyboard.
 */
export function unstorableTexts(given: unknown, path = ''): readonly string[] {
  if (typeof given === 'string') return given.includes('\0') || !given.isWellFormed() ? [path] : [];
  if (typeof given !== 'object' || given === null) return [];
  return Object.entries(given).flatMap(([key, value]) => unstorableTexts(value, path === '' ? key : `${path}.${key}`));
}
