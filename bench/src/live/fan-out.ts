import { percentile, type Round } from '../running/rounds.js';

/** A thousand sockets on one topic. */
export interface Sockets {
  /**
   * Sends one message; `onReceived` is called at each socket that receives it. Resolves, once all have, with the time at which it was sent.
   */
  send(onReceived: () => void): Promise<number>;
  close(): Promise<void>;
}

/** Rejects when a socket loses its connection, which would otherwise wait for ever for its message. */
export function anyLoses(sockets: readonly { on(event: 'disconnect', listen: (reason: string) => void): unknown }[]) {
  const lost = new Promise<never>((_, reject) => {
    for (const socket of sockets)
      socket.on('disconnect', (reason) => {
        if (!reason.startsWith('io client')) reject(new Error(`a socket lost its connection: ${reason}`));
      });
  });
  lost.catch(() => undefined); // awaited with each message
  return lost;
}

/** The figure is the p99 over all sockets of several messages, sent one after the other. */
export async function fanOut(sockets: Sockets, messages: number): Promise<Round> {
  const times: number[] = [];
  for (let n = 0; n < messages; n++) {
    const receivedAt: number[] = [];
    const sentAt = await sockets.send(() => receivedAt.push(performance.now()));
    for (const at of receivedAt) times.push(Math.max(0, at - sentAt));
  }
  return { figure: percentile(times, 99), times };
}
