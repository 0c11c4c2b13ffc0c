/** A session ends when it has not been used for this long, and at the latest this long after the sign-in. */
export const SESSION_IDLE_MS = 2 * 60 * 60_000;
export const SESSION_ABSOLUTE_MS = 12 * 60 * 60_000;

/** The instant beyond which no renewal, and no token, carries a session. */
export const absoluteEnd = (signedInAt: Date): Date => new Date(signedInAt.getTime() + SESSION_ABSOLUTE_MS);

/** When a session ends unless it is used before. */
export function sessionEnd({ signedInAt, lastUsedAt }: { signedInAt: Date; lastUsedAt: Date }): Date {
  return new Date(Math.min(lastUsedAt.getTime() + SESSION_IDLE_MS, absoluteEnd(signedInAt).getTime()));
}
