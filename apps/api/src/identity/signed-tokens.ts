import { Newest } from '../memory/newest.js';

/** A key that the provider withdraws is known here for minutes anyhow; this adds one. */
const REMEMBERED_MS = 60_000;

/** What a token that holds says. `expiresAt` in ms since 1970. */
export interface VerifiedToken {
  readonly userId: string;
  readonly expiresAt: number;
}

/**
 * Tokens whose signature was checked within the last minute and that have not expired since: a person's requests carry the same one
 * for an hour, and a check costs more than anything else of a small request. Only those that hold are remembered.
 */
export class SignedTokens {
  private readonly remembered = new Newest<string, VerifiedToken & { readonly until: number }>();

  /** `check` rejects for a token that does not hold. `now` in ms since 1970. */
  constructor(
    private readonly check: (token: string) => Promise<VerifiedToken>,
    private readonly now = () => Date.now(),
  ) {}

  /** Rejects as `check`. */
  async verify(token: string): Promise<VerifiedToken> {
    const known = this.remembered.get(token);
    if (known && this.now() < known.until) return known;
    this.remembered.delete(token);
    const verified = await this.check(token);
    this.remembered.set(token, { ...verified, until: Math.min(verified.expiresAt, this.now() + REMEMBERED_MS) });
    return verified;
  }
}
