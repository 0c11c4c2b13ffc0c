interface Waiting {
  readonly since: number;
  readonly start: () => void;
  readonly reject: (reason: unknown) => void;
}

/** At most `places` tasks run at a time; the others wait in the order of their arrival. */
export class Semaphore {
  #free: number;
  #queue: Waiting[] = [];

  constructor(places: number) {
    this.#free = places;
  }

  async run<Answer>(work: () => Promise<Answer>): Promise<Answer> {
    if (this.#free > 0) this.#free--;
    else await this.#waitForPlace();
    try {
      return await work();
    } finally {
      const next = this.#queue.shift();
      if (next) next.start();
      else this.#free++;
    }
  }

  /** Rejects the tasks that have waited since `since` (as `performance.now()`) or longer. */
  rejectWaiting(since: number, reason: unknown): void {
    const away = this.#queue.filter((waiting) => waiting.since <= since);
    this.#queue = this.#queue.filter((waiting) => waiting.since > since);
    for (const waiting of away) waiting.reject(reason);
  }

  #waitForPlace(): Promise<void> {
    return new Promise((start, reject) => {
      this.#queue.push({ since: performance.now(), start, reject });
    });
  }
}
