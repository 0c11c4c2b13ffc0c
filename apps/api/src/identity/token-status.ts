import { Newest } from '../memory/newest.js';

/** How long an answer is taken for true: a revoked token is refused after this, and a round trip. */
const FRESH_MS = 2_000;
/** How long a token that was good stays good when nobody can be asked. */
const GOOD_UNASKED_MS = 60_000;

interface Remembered {
  readonly askAgainAt: number;
  answer: Promise<boolean>;
  /** When it was last found to hold; null: never, or no more. */
  activeAt: number | null;
}

/**
 * Whether access tokens still hold, remembered for two seconds: requests of that time share one question. Give it tokens
 * whose signature holds only, as whoever can fill it can push others out. Times in ms.
 */
export class TokenStatus {
  private readonly remembered = new Newest<string, Remembered>();

  constructor(
    private readonly ask: (token: string) => Promise<boolean>,
    private readonly now = () => performance.now(),
  ) {}

  /** Rejects with what `ask` threw, unless the token was good within the last minute. */
  isActive(token: string): Promise<boolean> {
    const before = this.remembered.get(token);
    if (before && this.now() < before.askAgainAt) return before.answer;
    const asked = this.question(token, before?.activeAt ?? null);
    this.remembered.set(token, asked);
    return asked.answer;
  }

  private question(token: string, activeAt: number | null): Remembered {
    const askedAt = this.now();
    const asked: Remembered = { askAgainAt: askedAt + FRESH_MS, activeAt, answer: Promise.resolve(false) };
    asked.answer = this.ask(token).then(
      (active) => {
        asked.activeAt = active ? askedAt : null;
        return active;
      },
      (error: unknown) => {
        if (asked.activeAt === null || this.now() > asked.activeAt + GOOD_UNASKED_MS) throw error;
        return true;
      },
    );
    return asked;
  }
}
