import { ratioOf, type Row, type Side, type Unit } from './measure.js';
import { percentile } from './rounds.js';

/** The columns of a Markdown table whose lines are printed one at a time, so that their widths are fixed to what most cells need. */
const COLUMNS = {
  measure: 46,
  ours: 12,
  peer: 22,
  ratio: 7,
  goal: 21,
  'p50 / p99': 18,
  'peer p50 / p99': 18,
  met: 3,
};
const WIDTHS = Object.values(COLUMNS);

const lineOf = (cells: readonly string[]) => `| ${cells.map((cell, n) => cell.padEnd(WIDTHS[n]!)).join(' | ')} |`;

/** The first two lines of the table. */
export const heading = (): string =>
  `${lineOf(Object.keys(COLUMNS))}\n| ${WIDTHS.map((width) => '-'.repeat(width)).join(' | ')} |`;

export const line = (row: Row): string => lineOf(cellsOf(row));

/** What a reader must know to judge the lines; printed below the table. */
export const notes = (rows: readonly Row[]): readonly string[] =>
  rows.flatMap(({ measure, note }) => (note === undefined ? [] : [`- ${measure}: ${note}`]));

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
