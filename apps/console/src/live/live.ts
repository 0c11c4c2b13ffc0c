import {
  type ClientToServer,
  LIVE_PATH,
  LiveClient,
  LOOKING_INTERVAL_MS,
  type ServerToClient,
} from '@throughline/contracts';
import { getDefaultStore } from 'jotai';
import { io, type Socket } from 'socket.io-client';
import { takeRights } from '../session/follow-identity.js';
import { accessToken, onTokensChanged } from '../session/tokens.js';
import { bannersAtom, connectionAtom, lastChangeAtom, lookersAtom, lookingAtom, nextConnection } from './connection.js';

const CHECK_INTERVAL_MS = 5000;
const store = getDefaultStore();

const socket: Socket<ServerToClient, ClientToServer> = io({
  path: LIVE_PATH,
  autoConnect: false,
  transports: ['websocket', 'polling'],
  tryAllTransports: true,
  reconnectionDelay: 500,
  // Socket.io reports no error for a connection that closes before its first packet. Only this time-out ends that attempt.
  timeout: 5_000,
  auth: (give) => give({ token: token() }),
});

const look = () => {
  const seen = {
    connected: socket.connected,
    online: navigator.onLine,
    upToDate: live.isUpToDate,
    now: Date.now(),
  };
  store.set(connectionAtom, nextConnection(store.get(connectionAtom), seen));
};

/** The live connection of the console, opened with the first topic. Loaded by follow-live.ts. */
export const live: LiveClient = new LiveClient(socket, () => socket.active && look());

const token = () => accessToken()?.accessToken ?? null;

/**
 * A connection keeps the cookies that it was opened with. A visitor who has just submitted an order has a new cookie and reconnects. The topics
 * on screen continue from their position.
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
  socket.on('rights', takeRights);
  socket.on('banners', (banners) => store.set(bannersAtom, banners));
  socket.on('changes', ({ changes }) =>
    store.set(lastChangeAtom, (before) => {
      const at = changes.at(-1)?.at ?? before;
      // It is shown to the minute.
      return minuteOf(at) === minuteOf(before) ? before : at;
    }),
  );
  window.addEventListener('online', () => {
    if (socket.active && !socket.connected) socket.disconnect().connect();
    else if (socket.active) look(); // The connection survived a short gap.
  });
  window.addEventListener('offline', () => socket.active && look());
  setInterval(() => socket.active && look(), CHECK_INTERVAL_MS);
}

const minuteOf = (at: string | null) => at?.slice(0, 'YYYY-MM-DDTHH:MM'.length);

/** A page that is hidden shows nothing to its person. Its timers are slow, so it could not repeat this in time either. */
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
  socket.on('lookers', (lookers) => store.set(lookersAtom, lookers));
  socket.on('disconnect', () => store.set(lookersAtom, []));
  setInterval(tell, LOOKING_INTERVAL_MS);
}

watchConnection();
tellLooking();
