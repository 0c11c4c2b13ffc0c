/** Where a task waits. The queue takes places in turn, and the lanes of a place in turn. */
export interface Turn {
  readonly place: string;
  readonly lane: string;
}

/** The maximum number of waiting tasks: of one lane, of all lanes of one place, in total. */
export interface QueueBounds {
  readonly lane: number;
  readonly place: number;
  readonly all: number;
}

interface Waiting {
  readonly admit: () => void;
  readonly displace: () => void;
}

/** The queue was full, and this task was removed from it. */
export class DisplacedError extends Error {}

/**
 * Runs a limited number of tasks at once. It takes waiting places in turn, and the lanes of a place in turn, so a task waits for at most
 * one task of each other lane, however long that lane is. If the queue is full, a random task of the longest lane is removed: tasks that
 * arrived first cannot keep others out.
 */
export class FairQueue {
  private readonly places = new Map<string, Map<string, Waiting[]>>();

  constructor(
    private permits: number,
    private readonly bounds: QueueBounds,
    private readonly random: () => number = Math.random,
  ) {}

  get waiting(): number {
    return [...this.places.values()].reduce((sum, lanes) => sum + lengthOf(lanes), 0);
  }

  async run<T>(turn: Turn, work: () => Promise<T>): Promise<T> {
    if (this.permits > 0) this.permits--;
    else await this.wait(turn);
    try {
      return await work();
    } finally {
      const next = this.takeNext();
      if (next) next.admit();
      else this.permits++;
    }
  }

  private wait({ place, lane }: Turn): Promise<void> {
    return new Promise<void>((admit, reject) => {
      const lanes = this.places.get(place) ?? new Map<string, Waiting[]>();
      this.places.set(place, lanes);
      const line = lanes.get(lane) ?? [];
      lanes.set(lane, line);
      line.push({ admit, displace: () => reject(new DisplacedError()) });
      if (line.length > this.bounds.lane) this.displaceFrom(line);
      else if (lengthOf(lanes) > this.bounds.place) this.displaceFrom(longest(lanes.values(), sizeOf));
      else if (this.waiting > this.bounds.all) {
        this.displaceFrom(longest(longest(this.places.values(), lengthOf).values(), sizeOf));
      }
    });
  }

  /** The request whose turn is next. Its lane moves behind the other lanes of its place, and the place behind the other places. */
  private takeNext(): Waiting | undefined {
    for (const [place, lanes] of this.places) {
      this.places.delete(place);
      for (const [lane, line] of lanes) {
        lanes.delete(lane);
        const next = line.shift();
        if (next === undefined) continue;
        if (line.length > 0) lanes.set(lane, line);
        if (lanes.size > 0) this.places.set(place, lanes);
        return next;
      }
    }
    return undefined;
  }

  private displaceFrom(line: Waiting[]): void {
    const [displaced] = line.splice(Math.floor(this.random() * line.length), 1);
    displaced?.displace();
  }
}

const sizeOf = (line: readonly Waiting[]): number => line.length;

const lengthOf = (lanes: ReadonlyMap<string, readonly Waiting[]>): number =>
  [...lanes.values()].reduce((sum, line) => sum + line.length, 0);

/** The largest element; there must be at least one. */
const longest = <T>(all: Iterable<T>, size: (one: T) => number): T =>
  [...all].reduce((most, one) => (size(one) > size(most) ? one : most));
