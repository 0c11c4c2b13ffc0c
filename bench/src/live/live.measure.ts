import type { Measure } from '../running/measure.js';
import { interleave } from '../running/rounds.js';
import { openBareSockets } from './bare-sockets.js';
import { fanOut } from './fan-out.js';
import { notesOfReferral, openProductSockets, referralList } from './product-sockets.js';

const SOCKETS = 1_000;

/** From a commit to every browser that shows the list, and to every one that has the referral open: projected, read from the feed, sent. */
export const live: Measure = {
  name: 'live',
  async *run({ postgres, quick, log }) {
    for (const [what, watchedOf] of [
      ['commit', referralList],
      ['note', notesOfReferral],
    ] as const) {
      log(`live: connecting ${SOCKETS} sockets, twice, for a ${what}`);
      const ours = await openProductSockets(postgres.url, SOCKETS, watchedOf);
      const bare = await openBareSockets(SOCKETS);
      try {
        log('live: sending');
        const messages = quick ? 3 : 10;
        const sides = await interleave(
          quick ? 3 : 7,
          { name: 'ours', round: () => fanOut(ours, messages) },
          { name: 'bare socket.io', round: () => fanOut(bare, messages) },
        );
        const met = sides.ours.value <= 3 * sides.peer.value;
        const note = 'API, projector and all sockets share one process, as the peer does with its sockets';
        const measure = `${what} → ${SOCKETS.toLocaleString('en-US')} sockets, p99`;
        yield { measure, unit: 'ms', ...sides, goal: { words: '≤ 3 ×', met }, note };
      } finally {
        await bare.close();
        await ours.close();
      }
    }
  },
};
