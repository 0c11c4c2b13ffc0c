/**
 * Paths of texts that no log and no database can hold: with a NUL, or with half of a surrogate pair. They come from broken
 * clients, never from a keyboard. However deep the value is nested: it is walked with a list, not with the stack.
 */
export function unstorableTexts(given: unknown): readonly string[] {
  const found: string[] = [];
  const toDo: { readonly path: string; readonly value: unknown }[] = [{ path: '', value: given }];
  for (let next = toDo.pop(); next !== undefined; next = toDo.pop()) {
    const { path, value } = next;
    if (typeof value === 'string') {
      if (value.includes('\0') || !value.isWellFormed()) found.push(path);
    } else if (typeof value === 'object' && value !== null) {
      for (const [key, inner] of Object.entries(value)) {
        toDo.push({ path: path === '' ? key : path.length > LONGEST_PATH ? path : `${path}.${key}`, value: inner });
      }
    }
  }
  return found;
}

/** Deeper than any contract goes; below it a path says no more. */
const LONGEST_PATH = 200;
