import { ratioOf, type Row, type Side, type Unit } from './measure.js';
import { percentile } from './rounds.js';

const HEAD = ['measure', 'ours', 'peer', 'ratio', 'goal', 'p50 / p99', 'peer p50 / p99', 'met'];

/** The results as one Markdown table, with notes below it. */
export function table(rows: readonly Row[]): string {
  const cells = [HEAD, ...rows.map(cellsOf)];
  const widths = HEAD.map((_, column) => Math.max(...cells.map((row) => row[column]!.length)));
  const line = (row: readonly string[]) => `| ${row.map((cell, column) => cell.padEnd(widths[column]!)).join(' | ')} |`;
  const rule = `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`;
  const notes = rows.filter(({ note }) => note !== undefined).map(({ measure, note }) => `- ${measure}: ${note}`);
  return [line(cells[0]!), rule, ...cells.slice(1).map(line), ...(notes.length > 0 ? ['', ...notes] : [])].join('\n');
}

function cellsOf(row: Row): string[] {
  const { measure, unit, ours, peer, goal } = row;
  const ratio = ratioOf(row);
  return [
    measure,
    figure(ours.value, unit),
    peer ? `${figure(peer.value, unit)} ${peer.name}` : '–',
    ratio === null || !Number.isFinite(ratio) ? '–' : `${ratio.toFixed(2)} ×`,
    goal?.words ?? '–',
    times(ours),
    peer ? times(peer) : '–',
    goal ? (goal.met ? 'yes' : 'NO') : '–',
  ];
}

function figure(value: number, unit: Unit): string {
  return `${value >= 100 ? Math.round(value).toLocaleString('en-US') : value.toPrecision(3)}${unit.startsWith('/') ? '' : ' '}${unit}`;
}

function times({ times }: Side): string {
  if (times.length === 0) return '–';
  return `${percentile(times, 50).toFixed(1)} / ${percentile(times, 99).toFixed(1)} ms`;
}
