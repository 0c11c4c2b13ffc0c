import { percentile, type Round } from '../running/rounds.js';

/** A thousand sockets on one topic. */
export interface Sockets {
  /** Sends one message; `onHeard` is called at each socket that hears it. Resolves, when all have, with the moment it was sent. */
  send(onHeard: () => void): Promise<number>;
  close(): Promise<void>;
}

/** The figure is the p99 over all sockets of some messages, one after the other. */
export async function fanOut(sockets: Sockets, messages: number): Promise<Round> {
  const times: number[] = [];
  for (let n = 0; n < messages; n++) {
    const heardAt: number[] = [];
    const sentAt = await sockets.send(() => heardAt.push(performance.now()));
    for (const at of heardAt) times.push(Math.max(0, at - sentAt));
  }
  return { figure: percentile(times, 99), times };
}
