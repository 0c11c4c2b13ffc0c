/** The environment of every measure. */
export interface Bench {
  /** The server that ours and its peer share; each uses its own database on it. */
  readonly postgres: { readonly url: string };
  /** Under two minutes for all measures: shorter rounds with less data. */
  readonly quick: boolean;
  /** Includes data that takes many minutes to create. */
  readonly full: boolean;
  /** Prints what is being measured. */
  readonly log: (line: string) => void;
}

/** One question; `--only` takes its name. */
export interface Measure {
  readonly name: string;
  /** Yields each row as soon as it is known, because what follows may fail or take too long. */
  run(bench: Bench): AsyncGenerator<Row>;
}

/**
 * For a time: milliseconds, less is better; likewise for a size (1 kB is 1,000 bytes), a share, a layout shift,
 * requests a minute, and keys or clicks a task. For a
 * rate: per second, more is better.
 */
export type Unit = '/s' | 'ms' | 's' | 'kB' | '%' | 'CLS' | '/min' | '/task';

export interface Side {
  readonly name: string;
  /** The median of the rounds, in the row's unit. */
  readonly value: number;
  /** The value of each round, in the row's unit. */
  readonly rounds: readonly number[];
  /** Times of single operations, ms. Empty if only the whole can be timed. */
  readonly times: readonly number[];
}

export interface Goal {
  readonly words: string;
  readonly met: boolean;
}

/** One line of the table. */
export interface Row {
  readonly measure: string;
  readonly unit: Unit;
  readonly ours: Side;
  /** Null if the goal is a figure. */
  readonly peer: Side | null;
  readonly goal: Goal | null;
  /** What a reader must know to judge this line. */
  readonly note?: string;
}

/** Ours divided by the peer's; for times, below 1 is faster. */
export function ratioOf({ ours, peer }: Pick<Row, 'ours' | 'peer'>): number | null {
  return peer && ours.value / peer.value;
}
