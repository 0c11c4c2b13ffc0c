import {
  LIVE_PATH,
  type Change,
  type ClientToServer,
  type FeedPosition,
  type JoinAnswer,
  type Rights,
  type ServerToClient,
  type Topic,
} from '@throughline/contracts';
import { io, type Socket } from 'socket.io-client';
import type { ApiUnderTest, Name } from './api-under-test.js';

export interface LiveClient extends Disposable {
  readonly socket: Socket<ServerToClient, ClientToServer>;
  /** Every live change, in the order of arrival. */
  readonly changes: readonly Change[];
  /** Topics that the server left, with the code. */
  readonly left: readonly string[];
  /** Every message about the rights of the person. */
  readonly rights: readonly Rights[];
  /** The texts of the banners of every message about them. */
  readonly banners: readonly string[][];
  join(topic: Topic, since?: FeedPosition | null): Promise<JoinAnswer>;
  token(accessToken: string | null): Promise<void>;
}

/** Opens a socket like the console; anonymous without `as`; `extraHeaders` are those of its handshake. */
export function connect(
  api: ApiUnderTest,
  as?: Name,
  token = as && api.tokens[as],
  extraHeaders: Record<string, string> = {},
): LiveClient {
  const socket: LiveClient['socket'] = io(api.origin, {
    path: LIVE_PATH,
    auth: { token },
    transports: ['websocket'],
    extraHeaders,
  });
  const changes: Change[] = [];
  const left: string[] = [];
  const rights: Rights[] = [];
  const banners: string[][] = [];
  socket.on('changes', (message) => changes.push(...message.changes));
  socket.on('left', ({ topic, code }) => left.push(`${topic} ${code}`));
  socket.on('rights', (changed) => rights.push(changed));
  socket.on('banners', (shown) => banners.push(shown.map(({ text }) => text)));
  return {
    socket,
    changes,
    left,
    rights,
    banners,
    join: (topic, since = null) => new Promise((resolve) => socket.emit('join', { topic, since }, resolve)),
    token: (accessToken) => new Promise((resolve) => socket.emit('token', accessToken, resolve)),
    [Symbol.dispose]: () => void socket.disconnect(),
  };
}
