import { type ClientToServer, LIVE_PATH, LiveClient, type ServerToClient } from '@throughline/contracts';
import { getDefaultStore } from 'jotai';
import { io, type Socket } from 'socket.io-client';
import { accessToken, onTokensChanged } from '../session/identity-provider.js';
import { connectionAtom, lastChangeAtom, nextConnection } from './connection.js';

const LOOK_AGAIN_MS = 5000;
const store = getDefaultStore();

const socket: Socket<ServerToClient, ClientToServer> = io({
  path: LIVE_PATH,
  autoConnect: false,
  transports: ['websocket', 'polling'],
  tryAllTransports: true,
  reconnectionDelay: 500,
  // A line that opens and closes before the first word is no error to socket.io: only this ends that try.
  timeout: 5_000,
  auth: (give) => give({ token: token() }),
});

/** The console's one live connection; it is made when the first topic is followed. */
export const live = new LiveClient(socket);

const token = () => accessToken()?.accessToken ?? null;

/**
 * A connection knows the cookies that it began with. Who has just been given one (the submitter of an order, who is not signed in) begins
 * anew; the topics on screen go on where they were.
 */
export function reconnectLive(): void {
  if (socket.active) socket.disconnect().connect();
}

/** Passes tokens on as they are renewed, and keeps `connectionAtom` true. Call once, after the identity provider was opened. */
export function startLive(): void {
  let told = token();
  onTokensChanged(() => {
    if (token() === told) return;
    told = token();
    live.changeToken(told);
  });
  const look = () => {
    const seen = { connected: socket.connected, online: navigator.onLine, now: Date.now() };
    store.set(connectionAtom, nextConnection(store.get(connectionAtom), seen));
  };
  socket.on('connect', look);
  socket.on('disconnect', look);
  socket.on('connect_error', look);
  socket.on('changes', ({ changes }) => store.set(lastChangeAtom, (before) => changes.at(-1)?.at ?? before));
  window.addEventListener('online', () => {
    if (socket.active && !socket.connected) socket.disconnect().connect();
    else if (socket.active) look(); // A short gap, which the connection outlived.
  });
  window.addEventListener('offline', () => socket.active && look());
  setInterval(() => socket.active && look(), LOOK_AGAIN_MS);
}
