import type { FeedPosition, Follower, Following, Topic, TopicState } from '@throughline/contracts';
import { atom, getDefaultStore } from 'jotai';
import { serverNow } from '../api/server-time.js';
import { once } from '../api/single-flight.js';
import { connectionAtom, nextConnection } from './connection.js';

/** State of a topic before the first answer. */
export const UNKNOWN_STATE: TopicState = { log: null, refusal: null };

const LOAD_RETRY_INTERVAL_MS = 5000;
const store = getDefaultStore();

type Live = typeof import('./live.js');

/** Null until the code of the connection is loaded. */
const liveAtom = atom<Live | null>(null);

/** The live client's state of a topic. The client may not be loaded yet. */
export const liveStateOf = (topic: Topic): TopicState => store.get(liveAtom)?.live.stateOf(topic) ?? UNKNOWN_STATE;

/** Follows a topic over the live connection. The connection's code is loaded with the first topic; Home follows none. */
export function followLive(topic: Topic, follower: Follower): Following {
  let following: Following | null = null;
  let stopped = false;
  let from: FeedPosition | null = null;
  void loadLive().then(({ live }) => {
    if (stopped) return;
    following = live.follow(topic, follower);
    if (from !== null) following.startFrom(from);
    follower.onMoved?.(); // Another screen may already follow the topic, so its state may be known.
  });
  return {
    startFrom: (feed) => {
      from = feed;
      following?.startFrom(feed);
    },
    stop: () => {
      stopped = true;
      following?.stop();
    },
  };
}

/** Opens the connection again. Does nothing if no topic was followed yet: a new connection carries the current cookies. */
export function reconnectLive(): void {
  store.get(liveAtom)?.reconnectLive();
}

/** Retries until the code is loaded. Meanwhile the header shows that the page is not live. */
const loadLive = once(async (): Promise<Live> => {
  for (;;) {
    try {
      const live = await import('./live.js');
      store.set(liveAtom, live);
      return live;
    } catch {
      const seen = { connected: false, online: navigator.onLine, upToDate: false, now: serverNow() };
      store.set(connectionAtom, (before) => nextConnection(before, seen));
      await new Promise((resolve) => setTimeout(resolve, LOAD_RETRY_INTERVAL_MS));
    }
  }
});
