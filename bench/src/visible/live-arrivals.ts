import { type ClientToServer, LIVE_PATH, type ServerToClient } from '@throughline/contracts';
import { io, type Socket } from 'socket.io-client';
import type { Person } from '../product/people.js';

interface Arrival {
  /** When the event that caused it was recorded, ms since 1970. */
  readonly recordedAt: number;
  /** In the time of `performance.now()`. */
  readonly receivedAt: number;
}

/** Somebody who follows the Referrals list and the task queue, and receives every change of them. */
export class LiveArrivals {
  private readonly ofReferral = new Map<string, Arrival[]>();

  private constructor(private readonly socket: Socket<ServerToClient, ClientToServer>) {
    socket.on('changes', ({ changes }) => {
      const receivedAt = performance.now();
      for (const { key, at } of changes) {
        const referralId = key.split('-', 1)[0]!; // a task id begins with the referral's id
        const arrivals = this.ofReferral.get(referralId) ?? [];
        arrivals.push({ recordedAt: Date.parse(at), receivedAt });
        this.ofReferral.set(referralId, arrivals);
      }
    });
  }

  static async open(origin: string, { token }: Person): Promise<LiveArrivals> {
    const socket: LiveArrivals['socket'] = io(origin, { path: LIVE_PATH, auth: { token }, transports: ['websocket'] });
    for (const name of ['referral-list', 'task-queue'] as const) {
      const answer = await socket.emitWithAck('join', { topic: { name }, since: null });
      if (answer.status === 'refused') throw new Error(`A socket may not join: ${answer.message}`);
    }
    return new LiveArrivals(socket);
  }

  /** When the first change arrived that was recorded at `since` (ms since 1970) or later; undefined: not yet. */
  receivedAt(referralId: string, since: number): number | undefined {
    return this.ofReferral.get(referralId)?.find(({ recordedAt }) => recordedAt >= since)?.receivedAt;
  }

  close(): void {
    this.socket.close();
  }
}
