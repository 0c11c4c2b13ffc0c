import { randomUUID } from 'node:crypto';
import { Agent } from 'node:http';
import { type ClientToServer, LIVE_PATH, type ServerToClient } from '@throughline/contracts';
import { io, type Socket } from 'socket.io-client';
import { ANONYMOUS_ACTOR, itemsFor, referralDecider, referralId } from '@throughline/domain';
import { handleCommand } from '@throughline/event-store';
import { startApi } from '../../../apps/api/src/testing/api-under-test.js';
import { demoOrder } from '../../../apps/worker/src/demo/demo-order.js';
import { Random } from '../../../apps/worker/src/demo/random.js';
import type { Sockets } from './fan-out.js';

const REFERRER = { firstName: 'Ana', lastName: 'Ruiz', email: 'ana@plan.example', phone: '5550100001', company: null };

/** A whole API with its projector, and that many people who look at the Referrals list. */
export async function openProductSockets(serverUrl: string, count: number): Promise<Sockets> {
  process.env['TEST_DATABASE_URL'] = serverUrl;
  const api = await startApi();
  const clients: { readonly socket: Socket<ServerToClient, ClientToServer> }[] = [];
  while (clients.length < count) {
    // One address may have 500 sockets.
    const agent = new Agent({ localAddress: `127.0.0.${2 + Math.floor(clients.length / 400)}` });
    const some = Array.from({ length: 50 }, () => ({
      socket: io(api.origin, {
        path: LIVE_PATH,
        auth: { token: api.tokens.staff },
        transports: ['websocket'],
        agent: agent as never,
      }) as Socket<ServerToClient, ClientToServer>,
    }));
    await Promise.all(
      some.map(async ({ socket }) => {
        const answer = await socket.emitWithAck('join', { topic: { name: 'referral-list' }, since: null });
        if (answer.status !== 'joined' && answer.status !== 'read-afresh')
          throw new Error(`A socket may not join: ${JSON.stringify(answer)}`);
      }),
    );
    clients.push(...some);
  }
  let n = 0;
  return {
    /** From the commit of an order to every socket. */
    async send(onReceived) {
      const at = new Date().toISOString();
      const id = referralId({ at, random: (++n + 0.5) / 100_000 });
      const random = new Random(n);
      const order = demoOrder(random, REFERRER, n, new Date(at));
      const received = clients.map(({ socket }) => {
        return new Promise<void>((resolve) => {
          const listen = ({ changes }: { readonly changes: readonly { readonly key: string }[] }): void => {
            if (!changes.some(({ key }) => key === id)) return;
            socket.off('changes', listen);
            onReceived();
            resolve();
          };
          socket.on('changes', listen);
        });
      });
      const offered = itemsFor(api.engines.catalogue.items, { state: order.memberInfo.state });
      const command = {
        type: 'SubmitReferral',
        data: { referralId: id, form: 'general', order, offered, companyId: null, submittedAt: at },
      } as const;
      const ids = { commandId: randomUUID(), correlationId: randomUUID(), causationId: null };
      await handleCommand(api.engines.store, {
        decider: referralDecider,
        id,
        command,
        context: { ...ids, actor: ANONYMOUS_ACTOR, at },
      });
      const committed = performance.now();
      await Promise.all(received);
      return committed;
    },
    async close() {
      for (const { socket } of clients) socket.close();
      await api.close();
    },
  };
}
