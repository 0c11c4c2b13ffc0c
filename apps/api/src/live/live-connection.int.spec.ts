import { describe, expect, it } from '@jest/globals';
import { startApi } from '../testing/api-under-test.js';
import { connect } from '../testing/live-client.js';

describe('A live connection', () => {
  it('is notified when its node stops, treats that as a lost connection and reconnects', async () => {
    await using api = await startApi();
    using client = connect(api, 'staff');
    expect((await client.join({ name: 'task-queue' })).status).toBe('read-afresh');
    const stopping = new Promise<void>((resolve) => client.socket.once('stopping', resolve));
    const gone = new Promise<string>((resolve) => client.socket.once('disconnect', resolve));
    await api.close();
    await stopping;
    expect(await gone).toMatch(/^transport/);
    expect(client.socket.active).toBe(true);
  });

  it('is closed when a topic cannot be joined for the moment, so that the client reconnects and joins', async () => {
    await using api = await startApi();
    using client = connect(api, 'staff');
    await client.join({ name: 'task-queue' });
    await api.engines.database.pool.query('alter table access_log rename to access_log_away');
    const gone = new Promise<string>((resolve) => client.socket.once('disconnect', resolve));
    void client.join({ name: 'referral-list' });
    expect(await gone).toMatch(/^transport/);
    await api.engines.database.pool.query('alter table access_log_away rename to access_log');
    await new Promise<void>((resolve) => client.socket.once('connect', resolve));
    expect((await client.join({ name: 'referral-list' })).status).toBe('read-afresh');
  });

  it('is refused to a page of another site', async () => {
    await using api = await startApi();
    const shake = (origin: string) =>
      fetch(`${api.origin}/live/?EIO=4&transport=polling`, { headers: { origin } }).then(async (answer) => {
        await answer.text();
        return answer.status;
      });
    expect(await shake('https://elsewhere.example')).toBe(403);
    expect(await shake(api.engines.config.publicOrigin)).toBe(200);
  });
});
