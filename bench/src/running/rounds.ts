import type { Side } from './measure.js';

/** The result of one round: its figure in the row's unit, and the times of single operations in ms, if there are any. */
export interface Round {
  readonly figure: number;
  readonly times?: readonly number[];
}

export interface Contender {
  readonly name: string;
  readonly round: () => Promise<Round>;
}

/**
 * Runs ours, peer, ours, peer …, so that a noisy minute of the machine affects both; the first turn of each warms up and does not count. A
 * side's figure is the median of its rounds.
 */
export async function interleave(
  rounds: number,
  ours: Contender,
  peer: Contender,
): Promise<{ ours: Side; peer: Side }> {
  const [first, second] = await takeTurns(rounds, [ours, peer]);
  return { ours: first!, peer: second! };
}

/** Runs one side alone in the same way. */
export async function repeat(rounds: number, ours: Contender): Promise<Side> {
  const [side] = await takeTurns(rounds, [ours]);
  return side!;
}

async function takeTurns(rounds: number, contenders: readonly Contender[]): Promise<readonly Side[]> {
  const taken = contenders.map(() => [] as Round[]);
  for (let turn = 0; turn <= rounds; turn++) {
    for (const [index, { round }] of contenders.entries()) {
      const result = await round();
      if (turn > 0) taken[index]!.push(result);
    }
  }
  return contenders.map(({ name }, index) => sideOf(name, taken[index]!));
}

function sideOf(name: string, taken: readonly Round[]): Side {
  const rounds = taken.map(({ figure }) => figure);
  return { name, value: percentile(rounds, 50), rounds, times: taken.flatMap(({ times = [] }) => times) };
}

/** The smallest value that `share` per cent of the values do not exceed; NaN for an empty list. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.max(0, Math.ceil((share / 100) * sorted.length) - 1)] ?? Number.NaN;
}
