/**
 * Every user id that a request's body or query names: a `userId` anywhere, and the `id` of a `user` anywhere. Empty ones name
 * nobody. However deep the value is nested: it is walked with a list, not with the stack.
 */
export function claimedUserIds(given: unknown): readonly string[] {
  const claimed: unknown[] = [];
  const toDo: unknown[] = [given];
  while (toDo.length > 0) {
    const value = toDo.pop();
    if (typeof value !== 'object' || value === null) continue;
    for (const [name, inner] of Object.entries(value as Readonly<Record<string, unknown>>)) {
      if (name === 'userId') claimed.push(inner);
      else if (name === 'user' && inner !== null && typeof inner === 'object' && 'id' in inner) claimed.push(inner.id);
      toDo.push(inner);
    }
  }
  return claimed.filter((id) => id !== undefined && id !== null && id !== '').map(asText);
}

/** What is no text is nobody's id, and so it agrees with nobody. */
const asText = (id: unknown): string => (typeof id === 'string' ? id : `a ${typeof id}`);
