interface Waiting {
  readonly since: number;
  readonly letIn: () => void;
  readonly sendAway: (reason: unknown) => void;
}

/** Lets so many in at a time; the others wait in line. */
export class Turnstile {
  #free: number;
  #line: Waiting[] = [];

  constructor(places: number) {
    this.#free = places;
  }

  async pass<Answer>(work: () => Promise<Answer>): Promise<Answer> {
    if (this.#free > 0) this.#free--;
    else await this.#waitInLine();
    try {
      return await work();
    } finally {
      const next = this.#line.shift();
      if (next) next.letIn();
      else this.#free++;
    }
  }

  /** Those who have waited since a time (ms) or longer. */
  sendAway(since: number, reason: unknown): void {
    const away = this.#line.filter((waiting) => waiting.since <= since);
    this.#line = this.#line.filter((waiting) => waiting.since > since);
    for (const waiting of away) waiting.sendAway(reason);
  }

  #waitInLine(): Promise<void> {
    return new Promise((letIn, sendAway) => {
      this.#line.push({ since: Date.now(), letIn, sendAway });
    });
  }
}
