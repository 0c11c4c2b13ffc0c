import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { READS_AS_OF } from '../history/reads-as-of.js';
import { refusalsOf } from './refusals.js';
import { type RequestOf, requestLineOf } from './request.js';
import { pathOf, route, type Route } from './route.js';
import { ROUTES } from './routes.js';

const CODE = /^[a-z-]+\/[a-z-]+$/;
const done = { summary: '', who: 'anyone', answer: z.null() } as const;

describe('Every route', () => {
  it('has a unique address', () => {
    const endpoints = ROUTES.map(({ endpoint }) => endpoint);
    expect(new Set(endpoints).size).toBe(endpoints.length);
  });

  it.each(ROUTES.map((stated): [string, Route] => [stated.endpoint, stated]))(
    '%s is complete and consistent',
    (_, stated) => {
      const names = [...pathOf(stated).matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      expect(Object.keys(stated.params ?? {})).toEqual(names);
      expect(stated.summary).toMatch(/\.$/);
      const codes = Object.values(refusalsOf(stated)).flat();
      expect(codes.filter((code) => !CODE.test(code))).toEqual([]);
      expect(new Set(codes).size).toBe(codes.length);
    },
  );

  it('that answers as of an earlier moment is among those that the console asks for it', () => {
    const asOf = ROUTES.filter(({ query }: Route) => query?.shape['as'] !== undefined).map(({ endpoint }) => endpoint);
    expect(asOf.sort()).toEqual([...READS_AS_OF].sort());
  });

  it('does not compile with parameters other than those of its path, nor as anything but a GET without its `meanwhile`', () => {
    // @ts-expect-error The path has no such parameter.
    route('GET /tasks/{taskId}', { ...done, params: { task: z.string() } });
    // @ts-expect-error The parameter has no schema.
    route('GET /tasks/{taskId}', done);
    // @ts-expect-error There is no such permission.
    route('GET /tasks', { ...done, who: 'everybody' });
    // @ts-expect-error It says what becomes of it when somebody else has changed its subject meanwhile.
    route('POST /tasks', { ...done, idempotent: true });
    // @ts-expect-error The route does not say what happens if somebody else changed the same thing meanwhile.
    route('PUT /tasks', done);
    // @ts-expect-error A command changes something, so `nothing` is wrong.
    route('POST /tasks', { ...done, idempotent: true, meanwhile: 'nothing' });
    // @ts-expect-error A GET changes nothing, so it has no `meanwhile`.
    route('GET /tasks', { ...done, meanwhile: 'own' });
    expect(route('GET /tasks/{taskId}', { ...done, params: { taskId: z.string() } }).endpoint).toBe(
      'GET /tasks/{taskId}',
    );
  });
});

describe('A request', () => {
  it('fills in the path, and has the parameters that are set in its query', () => {
    const params = { id: '26', name: 'a b/c.pdf' };
    const form = new FormData();
    expect(requestLineOf('POST /pdf/referral/{id}/upload/fileName/{name}', { params, form })).toEqual({
      method: 'POST',
      path: '/pdf/referral/26/upload/fileName/a%20b%2Fc.pdf',
    });
    const query = { page: 0, search: '', status: ['Stopped', 'Shipped'], includeCompany: true };
    expect(requestLineOf('GET /referrals', { query }, { minPosition: 7 })).toEqual({
      method: 'GET',
      path: '/referrals?page=0&status=Stopped%2CShipped&includeCompany=true&minPosition=7',
    });
  });

  it('does not compile unless it is a request of the route', () => {
    const body = { itemIds: [1], reason: 'No longer needed' };
    const stop: RequestOf<'POST /tasks/{taskId}/stop'> = { params: { taskId: '1-1' }, body };
    const wrong: readonly unknown[] = [
      // @ts-expect-error The body is missing.
      { params: { taskId: '1-1' } } satisfies typeof stop,
      // @ts-expect-error The parameter is misspelt.
      { params: { task: '1-1' }, body } satisfies typeof stop,
      // @ts-expect-error The reason is missing.
      { params: { taskId: '1-1' }, body: { itemIds: [1] } } satisfies typeof stop,
      // @ts-expect-error There is no such tab.
      { query: { tab: 'hers' } } satisfies RequestOf<'GET /tasks'>,
      // @ts-expect-error The query has no such name.
      { query: { tap: 'mine' } } satisfies RequestOf<'GET /tasks'>,
    ];
    expect(wrong).toHaveLength(5);
    // @ts-expect-error There is no such route.
    expect(requestLineOf('GET /tasks/of-mine', {}).path).toBe('/tasks/of-mine');
  });
});
