import {
  type ClientToServer,
  LIVE_PATH,
  LiveClient,
  LOOKING_INTERVAL_MS,
  type ServerToClient,
} from '@throughline/contracts';
import { getDefaultStore } from 'jotai';
import { io, type Socket } from 'socket.io-client';
import { notePosition } from '../api/api.js';
import { readAgainConnected } from '../api/query-client.js';
import { serverNow } from '../api/server-time.js';
import { behindAtom, heardFromServer, lateAtom } from '../api/unanswered.js';
import { takeRights } from '../session/follow-identity.js';
import { accessToken, onTokensChanged } from '../session/tokens.js';
import { tabStorage } from '../session/storage/browser-storage.js';
import {
  bannersAtom,
  type Connection,
  connectionAtom,
  lastChangeAtom,
  taskViewersAtom,
  lookingAtom,
  nextConnection,
} from './connection.js';
import { ANSWER_LIMIT_MS, chooseTransport, tryWebSocket } from './transport.js';

const CHECK_INTERVAL_MS = 5000;
/** The transport that worked last, for the next page of this tab. */
const TRANSPORT_KEY = 'throughline.live-transport';
const store = getDefaultStore();

const socket: Socket<ServerToClient, ClientToServer> = io({
  path: LIVE_PATH,
  autoConnect: false,
  tryAllTransports: true,
  // A WebSocket is tried beside polling in transport.ts, which watches it for longer than socket.io would.
  upgrade: false,
  reconnectionDelay: 500,
  // Socket.io reports no error for a connection that closes before its first packet. Only this timeout ends that attempt.
  timeout: ANSWER_LIMIT_MS,
  auth: (give) => give({ token: token() }),
});

const isBeingReplaced = chooseTransport(socket, {
  first: tabStorage.getItem(TRANSPORT_KEY) === 'polling' ? 'polling' : null,
  onChosen: (first) => tabStorage.setItem(TRANSPORT_KEY, first),
  tryWebSocket,
});

const look = () => {
  // Between two screens of a person the topic is still followed and the state stays; after the end of a session there is no screen that
  // could show it.
  if (!live.isOnScreen && (!live.isFollowing || token() === null)) return store.set(connectionAtom, null);
  const seen = {
    connected: socket.connected || isBeingReplaced(),
    online: navigator.onLine,
    upToDate: live.isUpToDate && !store.get(behindAtom) && !store.get(lateAtom),
    now: serverNow(),
  };
  const before = store.get(connectionAtom);
  const now = nextConnection(before, seen);
  store.set(connectionAtom, now);
  if (isDown(now)) return;
  // A first connection that was long in coming: what was sent before it may have been swallowed.
  const isOutage = hasBeenUp || before?.state === 'offline';
  if (isDown(before)) void readAgainConnected(isOutage ? 'outage' : 'first connection');
  hasBeenUp = true;
};

/** Whether this page has had a live connection before. */
let hasBeenUp = false;

const isDown = (connection: Connection | null) =>
  connection?.state === 'reconnecting' || connection?.state === 'offline';

/** The live connection of the console, opened with the first topic. Loaded by follow-live.ts. */
export const live: LiveClient = new LiveClient(socket, () => socket.active && look());

const token = () => accessToken()?.accessToken ?? null;

/**
 * A connection keeps the cookies with which it was opened. A visitor who has just submitted an order has a new cookie and reconnects. The
 * topics on screen continue from their position.
 */
export function reconnectLive(): void {
  if (socket.active) socket.disconnect().connect();
}

/** Sends renewed tokens to the server, applies the rights and banners that it sends, and keeps `connectionAtom` up to date. */
function watchConnection(): void {
  let known = token();
  onTokensChanged(() => {
    if (token() === known) return;
    known = token();
    live.changeToken(known);
  });
  socket.on('connect', look);
  socket.on('disconnect', look);
  socket.on('connect_error', look);
  for (const atom of [behindAtom, lateAtom]) store.sub(atom, () => socket.active && look());
  socket.on('disconnect', () => store.set(lateAtom, false));
  socket.on('late', (isLate) => store.set(lateAtom, isLate));
  socket.on('rights', takeRights);
  socket.on('banners', (banners) => store.set(bannersAtom, banners));
  socket.onAny(heardFromServer);
  socket.on('changes', ({ changes, includes }) => {
    notePosition('read', includes);
    store.set(lastChangeAtom, (before) => {
      const at = changes.at(-1)?.at ?? before;
      // The same minute keeps its value, because only minutes are shown.
      return minuteOf(at) === minuteOf(before) ? before : at;
    });
  });
  window.addEventListener('online', () => {
    if (socket.active && !socket.connected) socket.disconnect().connect();
    else if (socket.active) look(); // The connection survived a short gap.
  });
  window.addEventListener('offline', () => socket.active && look());
  setInterval(() => socket.active && look(), CHECK_INTERVAL_MS);
}

const minuteOf = (at: string | null) => at?.slice(0, 'YYYY-MM-DDTHH:MM'.length);

/** Reports nothing while the page is hidden: its person sees nothing, and its timers are too slow to repeat the report in time. */
function tellLooking(): void {
  let wasLooking = false;
  const tell = () => {
    const taskId = document.hidden ? null : store.get(lookingAtom);
    if (socket.connected && (taskId !== null || wasLooking)) socket.emit('looking', taskId);
    wasLooking = taskId !== null;
  };
  store.sub(lookingAtom, tell);
  document.addEventListener('visibilitychange', tell);
  socket.on('connect', tell);
  socket.on('task-viewers', (viewers) => store.set(taskViewersAtom, viewers));
  socket.on('disconnect', () => store.set(taskViewersAtom, []));
  setInterval(tell, LOOKING_INTERVAL_MS);
}

watchConnection();
tellLooking();
