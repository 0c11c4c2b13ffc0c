/**
 * One text for one JSON value, however its keys are ordered (RFC 8785): engines keep the value, not the text.
 * Expects what `checkAppend` lets through.
 */
export function canonicalJson(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  const members = value as Readonly<Record<string, unknown>>;
  let text = '';
  // Plain loops: every event is hashed once when it is written and once when it is projected.
  for (const key of Object.keys(members).sort()) {
    text += `${text && ','}${JSON.stringify(key)}:${canonicalJson(members[key])}`;
  }
  return `{${text}}`;
}
