import { randomUUID } from 'node:crypto';
import { Agent } from 'node:http';
import { type ClientToServer, LIVE_PATH, type ServerToClient, type Topic } from '@throughline/contracts';
import { io, type Socket } from 'socket.io-client';
import {
  accountDecider,
  ANONYMOUS_ACTOR,
  itemsFor,
  noteDecider,
  referralDecider,
  referralId,
} from '@throughline/domain';
import { handleCommand } from '@throughline/event-store';
import { waitUntilProjected } from '@throughline/read-models';
import { type ApiUnderTest, startApi } from '../../../apps/api/src/testing/api-under-test.js';
import { demoOrder } from '../../../apps/worker/src/demo/demo-order.js';
import { Random } from '../../../apps/worker/src/demo/random.js';
import { anyLoses, type Sockets } from './fan-out.js';

const REFERRER = { firstName: 'Ana', lastName: 'Ruiz', email: 'ana@plan.example', phone: '5550100001', company: null };

/** What many people look at, and its next change: `commit` records the change, and the sockets recognize it by `key`. */
interface Watched {
  readonly topic: Topic;
  readonly next: () => { readonly key: string; readonly commit: () => Promise<unknown> };
}

/** A whole API with its projector, and this many people who look at the same thing. */
export async function openProductSockets(
  serverUrl: string,
  count: number,
  watchedOf: (api: ApiUnderTest) => Promise<Watched>,
): Promise<Sockets> {
  process.env['TEST_DATABASE_URL'] = serverUrl;
  const api = await startApi();
  const { topic, next } = await watchedOf(api);
  const clients: { readonly socket: Socket<ServerToClient, ClientToServer> }[] = [];
  while (clients.length < count) {
    // A person may have 100 sockets, and an address 500.
    const token = await tokenOfStaff(api, Math.floor(clients.length / 50));
    const agent = new Agent({ localAddress: `127.0.0.${2 + Math.floor(clients.length / 400)}` });
    const some = Array.from({ length: 50 }, () => ({
      socket: io(api.origin, {
        path: LIVE_PATH,
        auth: { token },
        transports: ['websocket'],
        agent: agent as never,
      }) as Socket<ServerToClient, ClientToServer>,
    }));
    await Promise.all(
      some.map(async ({ socket }) => {
        const answer = await socket.emitWithAck('join', { topic, since: null });
        if (answer.status !== 'joined' && answer.status !== 'read-afresh')
          throw new Error(`A socket may not join: ${JSON.stringify(answer)}`);
      }),
    );
    clients.push(...some);
  }
  const lost = anyLoses(clients.map(({ socket }) => socket));
  return {
    /** Measures from the commit to every socket. */
    async send(onReceived) {
      const { key, commit } = next();
      const received = clients.map(({ socket }) => {
        return new Promise<void>((resolve) => {
          const listen = ({ changes }: { readonly changes: readonly { readonly key: string }[] }): void => {
            if (!changes.some((change) => change.key === key)) return;
            socket.off('changes', listen);
            onReceived();
            resolve();
          };
          socket.on('changes', listen);
        });
      });
      await commit();
      const committed = performance.now();
      await Promise.race([Promise.all(received), lost]);
      return committed;
    },
    async close() {
      for (const { socket } of clients) socket.close();
      await api.close();
    },
  };
}

/** The token of a different staff member for each number. */
async function tokenOfStaff({ engines: { store }, identity }: ApiUnderTest, n: number): Promise<string> {
  const id = `u-staff-${n}`;
  const names = { userId: id, firstName: 'Dee', lastName: `Park ${n}`, email: `${id}@people.example` };
  const data = { ...names, primaryPhone: null, companyId: 1, admin: false, groups: [] };
  const context = anybodyAt(new Date().toISOString());
  await handleCommand(store, { decider: accountDecider, id, command: { type: 'CreateAccount', data }, context });
  return identity.token(id);
}

/** The Referrals list, and orders that come to it. */
export async function referralList(api: ApiUnderTest): Promise<Watched> {
  let n = 0;
  return { topic: { name: 'referral-list' }, next: () => orderOf(api, ++n) };
}

/** One referral, and notes that are written on it. */
export async function notesOfReferral(api: ApiUnderTest): Promise<Watched> {
  const { key: id, commit } = orderOf(api, 1);
  const position = await commit();
  await waitUntilProjected(api.engines.database.db, position, { timeoutMs: 30_000 });
  const author = { userId: 'u-staff', firstName: 'Dee', lastName: 'Park', companyId: 1 };
  let n = 0;
  const next = () => ({
    key: `${id}-${++n}`,
    commit: () => {
      const at = new Date().toISOString();
      const note = { referralId: id, parentNoteId: null, text: '<p>Called the member.</p>', actionNeeded: false };
      const command = { type: 'WriteNote', data: { ...note, author, writtenAt: at } } as const;
      return handleCommand(api.engines.store, { decider: noteDecider, id, command, context: anybodyAt(at) });
    },
  });
  return { topic: { name: 'notes', referralId: id }, next };
}

/** The key of its change is the referral's id; `commit` resolves with its position. */
function orderOf({ engines }: ApiUnderTest, n: number) {
  const at = new Date().toISOString();
  const id = referralId({ at, random: (n + 0.5) / 100_000 });
  const order = demoOrder(new Random(n), REFERRER, n, new Date(at));
  const offered = itemsFor(engines.catalogue.items, { state: order.memberInfo.state });
  const data = { referralId: id, form: 'general', order, offered, companyId: null, submittedAt: at } as const;
  const command = { type: 'SubmitReferral', data } as const;
  const commit = async () => {
    const { position } = await handleCommand(engines.store, {
      decider: referralDecider,
      id,
      command,
      context: anybodyAt(at),
    });
    return position ?? 0;
  };
  return { key: id, commit };
}

const anybodyAt = (at: string) => ({
  commandId: randomUUID(),
  correlationId: randomUUID(),
  causationId: null,
  actor: ANONYMOUS_ACTOR,
  at,
});
