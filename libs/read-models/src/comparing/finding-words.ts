import type { ModelFinding } from './comparing.js';

/** What to do about altered read models: the end of whatever says that they are. */
export const REPAIR_WORDS =
  'The log is what counts: find out who changed the database, and build the read models anew (“Read models in doubt” in docs/operating.md).';

/** A finding in a sentence for an operator, without values. */
export function wordsOfModelFinding({ kind, model, table, entity, key, columns }: ModelFinding): string {
  const of = `of the read model ${model} (${table})`;
  const belongs = entity === null || entity === key ? '' : `, which belongs to ${entity},`;
  switch (kind) {
    case 'state':
      return `The state of ${entity!} ${of} is not as the log makes it.`;
    case 'state-missing':
      return `The state of ${entity!} ${of} is missing.`;
    case 'row':
      return `Row ${key!} ${of}${belongs} is not as the log makes it: ${columns.join(', ')}.`;
    case 'row-missing':
      return `Row ${key!} ${of}${belongs} is missing.`;
    case 'parked':
      return `Stream ${entity!} ${of} is parked: its later events were not compared. Retry it, or find out who parked it.`;
    case 'row-invented':
      return `Row ${key!} ${of}${belongs} was invented: no event made it.`;
  }
}

/** What is altered in all, by read model: for a warning. */
export function wordsOfModels(findings: readonly ModelFinding[]): string {
  const counts = new Map<string, Set<string>>();
  for (const { model, key, entity } of findings)
    counts.set(model, (counts.get(model) ?? new Set()).add(key === null ? `state ${entity!}` : `row ${key}`));
  const parts = [...counts].map(([model, { size }]) => `${size} ${size === 1 ? 'row' : 'rows'} of ${model}`);
  return `Not as the log makes them: ${parts.join(', ')}.`;
}
