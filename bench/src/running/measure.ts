/** What each measure works with. */
export interface Bench {
  /** The server that ours and its peer share; each takes a database of its own there. */
  readonly postgres: { readonly url: string };
  /** Under two minutes for everything: shorter rounds over less data. */
  readonly quick: boolean;
  /** Data that takes many minutes to fill in. */
  readonly full: boolean;
  /** Prints what is being measured. */
  readonly log: (line: string) => void;
}

/** One question; its name is what `--only` takes. */
export interface Measure {
  readonly name: string;
  /** Gives each row as soon as it is known: what follows may fail or take too long. */
  run(bench: Bench): AsyncGenerator<Row>;
}

/**
 * Of a time: milliseconds, less is better; likewise of a size (1 kB is 1,000 bytes), of a share, of a layout shift and of requests a minute. Of a
 * rate: per second, more is better.
 */
export type Unit = '/s' | 'ms' | 's' | 'kB' | '%' | 'CLS' | '/min';

export interface Side {
  readonly name: string;
  /** The median of the rounds, in the row's unit. */
  readonly value: number;
  /** One for each round, in the row's unit. */
  readonly rounds: readonly number[];
  /** Single operations, ms. Empty where only a whole can be timed. */
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
  /** Null where the goal is a figure. */
  readonly peer: Side | null;
  readonly goal: Goal | null;
  /** What a reader of this line must know to judge it. */
  readonly note?: string;
}

/** Ours over the peer's; for times, below 1 is faster. */
export function ratioOf({ ours, peer }: Pick<Row, 'ours' | 'peer'>): number | null {
  return peer && ours.value / peer.value;
}
