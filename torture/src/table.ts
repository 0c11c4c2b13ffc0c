import type { Outcome } from './seed.js';

const HEAD = [
  'seed',
  'jobs in',
  'log in',
  'faults',
  'acknowledged',
  'refused',
  'unanswered',
  'events',
  'told to try again',
  'at rest after',
  'holds',
];

export const headOf = (): string => `${line(HEAD)}\n${line(HEAD.map(() => '---'))}`;

/** As a row in Markdown, which can be pasted into a document. */
export function rowOf(outcome: Outcome): string {
  const { plan, acknowledged, refused, unanswered, events, failures, restAfterMs, findings } = outcome;
  const broken = findings.filter(({ violations }) => violations.length > 0).map(({ property }) => property);
  return line([
    String(plan.seed),
    plan.jobsIn,
    plan.logIn,
    [...new Set(plan.faults.map(({ kind }) => kind))].map((kind) => times(plan, kind)).join(', '),
    ...[acknowledged, refused, unanswered, events].map(String),
    [...failures]
      .sort(([, one], [, other]) => other - one)
      .map(([what, often]) => `${often} × ${what}`)
      .join(', ') || '–',
    `${(restAfterMs / 1000).toFixed(1)} s`,
    broken.length === 0 ? 'yes' : `NO: ${broken.join('; ')}`,
  ]);
}

function times({ faults }: Outcome['plan'], kind: string): string {
  const often = faults.filter((fault) => fault.kind === kind).length;
  return often > 1 ? `${often} × ${kind}` : kind;
}

const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
