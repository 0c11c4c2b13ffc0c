import { createHash } from 'node:crypto';
import { DomainError, referralId } from '@throughline/domain';
import type { CommandContext, CommandFacts } from './command-context.js';

/** Two ids of one second are equal once in 100,000: this many collisions in a row do not occur. */
const MAX_ATTEMPTS = 20;

/** Runs a command with a new id, and again with another one as long as it is refused with `takenCode`. */
export async function withDrawnId<Result>(
  context: CommandContext,
  takenCode: DomainError['code'],
  run: (id: string) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run(referralId({ at: context.at, random: draw(context, attempt) }));
    } catch (error) {
      const isTaken = error instanceof DomainError && error.code === takenCode;
      if (!isTaken || attempt === MAX_ATTEMPTS) throw error;
    }
  }
}

/** From 0 to 1, the same each time a command is repeated, so that a repetition finds what the first run created. */
function draw({ seed }: CommandFacts, attempt: number): number {
  return createHash('sha256').update(`${seed} ${attempt}`).digest().readUInt32BE() / 2 ** 32;
}
