import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { QueryClient } from '@tanstack/react-query';
import { siteAdminsQuery } from './queries.js';

describe('The site administrators', () => {
  afterEach(() => void jest.restoreAllMocks());

  it('are all read, a page at a time', async () => {
    const admins = Array.from({ length: 201 }, (_, n) => ({ id: `u-${n}` }));
    const network = jest.spyOn(globalThis, 'fetch').mockImplementation((address) => {
      const { searchParams } = new URL(String(address), 'https://portal.example');
      const [page, size] = [Number(searchParams.get('page')), Number(searchParams.get('pageSize'))];
      const rows = admins.slice(page * size, (page + 1) * size);
      return Promise.resolve(Response.json({ success: true, message: '', data: { rows, rowCount: admins.length } }));
    });
    expect(await new QueryClient().fetchQuery(siteAdminsQuery)).toEqual(admins);
    expect(network).toHaveBeenCalledTimes(3);
  });
});
