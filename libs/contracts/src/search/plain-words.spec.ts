import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { createReferralBody } from '../order/order.contract.js';
import { correctItemsBody } from '../referral/correction.contract.js';
import { historyQuery } from '../history/history.contract.js';
import { assignTrackingBody, listReferralsQuery } from '../referral/referral.contract.js';
import { listItemsBody } from '../catalogue/catalogue.contract.js';
import { listGroupsQuery, listUsersQuery } from '../account/manage-account.contract.js';
import { moveItemsBody, openTaskBody, recordOutcomeBody } from '../item-task/item-task.contract.js';
import { listTasksQuery } from '../item-task/queue-query.contract.js';
import { plainWords } from './plain-words.js';
import { ROUTES } from '../route/routes.js';

const movedItems = moveItemsBody.omit({ reason: true });

const messagesOf = (schema: z.ZodType, given: unknown) =>
  schema.safeParse(given, { error: plainWords }).error?.issues.map(({ message }) => message);

describe('Malformed input', () => {
  it.each<[string, z.ZodType, unknown, string]>([
    ['nothing at all', movedItems, undefined, 'The request has no content.'],
    ['no object', movedItems, [], 'The request must be an object.'],
    ['a list that is none', recordOutcomeBody, { outcome: 'created', itemIds: 3 }, 'itemIds must be a list.'],
    ['a missing field', recordOutcomeBody, {}, 'outcome is required.'],
    ['a missing choice', movedItems, { itemIds: [1] }, 'task is required.'],
    ['text for a number', z.object({ qty: z.number() }), { qty: 'two' }, 'qty must be a number.'],
    ['a word for a number of a query', listTasksQuery, { page: 'first' }, 'page must be a whole number.'],
    ['half a page', listTasksQuery, { page: '1.5' }, 'page must be a whole number.'],
    ['a number that is too small', listTasksQuery, { page: -1 }, 'page must be at least 0.'],
    ['a number that is too large', listTasksQuery, { pageSize: 101 }, 'pageSize must be at most 100.'],
    ['no positive number', z.object({ id: z.number().positive() }), { id: 0 }, 'id must be more than 0.'],
    ['half an item of a correction', correctItemsBody, { items: [{ id: 1.5, qty: 2 }] }, 'id must be a whole number.'],
    [
      'a field that another task of the same request would have',
      openTaskBody,
      { task: 'Select Items', taskData: { referralId: '1', itemIds: [1], note: 'Ring', besides: [] } },
      'taskData cannot have note, besides here.',
    ],
    ['a text that is too long', listTasksQuery, { search: 'x'.repeat(101) }, 'search is limited to 100 characters.'],
    ['a text that is too short', z.object({ id: z.string().min(1) }), { id: '' }, 'id must have at least 1 character.'],
    [
      'an unknown value',
      listTasksQuery,
      { sortModel: '[{"field":"task","sort":"up"}]' },
      'sortModel.0.sort must be one of asc, desc.',
    ],
    [
      'a field that a list cannot be sorted by',
      listReferralsQuery,
      { sortModel: '[{"field":"constructor","sort":"asc"}]' },
      'sortModel.0.field must be one of referralId, referralDateTime, referralLastName, memberLastName, insuranceMedicaid, status.',
    ],
    ['an unknown value of many', movedItems, { itemIds: [1], task: 'Dance' }, 'task is none of the known values.'],
    ['another format', z.object({ day: z.iso.date() }), { day: 'soon' }, 'day is not valid.'],
  ])('is called so: %s', (_, schema, given, message) => {
    expect(messagesOf(schema, given)).toEqual([message]);
  });

  it.each<[string, z.ZodType, unknown, string]>([
    ['a category', listItemsBody, { state: 'TX', itemCategory: 'nonsense' }, 'Category is not valid.'],
    ['a day', listTasksQuery, { completed: '2026-11-22,x' }, 'completed has a value that does not exist.'],
    [
      'a day that no month has',
      listTasksQuery,
      { completed: '2026-02-30' },
      'completed has a value that does not exist.',
    ],
    ['a company of people', listUsersQuery, { companyId: '-1' }, 'companyId has a value that does not exist.'],
    ['a company of groups', listGroupsQuery, { company: '99999' }, 'company has a value that does not exist.'],
  ])(
    'is called so, and not answered with an empty list, if nothing could be found by it: %s',
    (_, schema, given, message) => {
      expect(messagesOf(schema, given)).toEqual([message]);
    },
  );

  it('is no value by which nothing is found just now', () => {
    expect(messagesOf(listTasksQuery, { completed: '2001-01-01', assignee: 'u-nobody-now' })).toBeUndefined();
    expect(messagesOf(listUsersQuery, { companyId: '40' })).toBeUndefined();
    for (const itemCategory of [null, '', 'Custom Item', 'Incontinence'])
      expect(messagesOf(listItemsBody, { state: 'TX', itemCategory })).toBeUndefined();
  });

  it('has the schema’s own message if there is one', () => {
    expect(messagesOf(historyQuery, { asOf: 'x' })).toEqual([
      'asOf must be a position or a time such as 2026-11-19T16:20:00Z.',
    ]);
    expect(messagesOf(assignTrackingBody, { itemIds: [], carrier: 'UPS', number: '1' })).toEqual([
      'Choose at least one item.',
    ]);
  });

  it('is told in these words or in those of the schema, whatever a route is sent', () => {
    const one = [undefined, null, true, -1, 1.5, 'x', 'x'.repeat(20_000), [], {}];
    const wrong: unknown[] = [...one, ...one.map((value) => [value]), ...one.map((id) => [{ id, qty: id }])];
    const ofLibrary = /^(Invalid|Too (big|small)|Expected|Unrecognized)/;
    const found = ROUTES.flatMap(({ endpoint, body, query }) =>
      [body, query]
        .filter((schema) => schema instanceof z.ZodObject)
        .flatMap((schema) => [
          ...one.flatMap((value) => messagesOf(schema, value) ?? []),
          ...Object.keys(schema.shape).flatMap((field) =>
            wrong.flatMap((value) => messagesOf(schema, { [field]: value }) ?? []),
          ),
        ])
        .filter((message) => ofLibrary.test(message))
        .map((message) => `${endpoint}: ${message}`),
    );
    expect([...new Set(found)]).toEqual([]);
  });

  it('is named by its path in every section of an order', () => {
    const messages = messagesOf(createReferralBody, {
      memberInfo: 'Rosa',
      physicianInfo: 3,
      babyInfo: null,
      items: [{ option: 'x' }],
    });
    expect(messages).toContain('physicianInfo must be an object.');
    expect(messages).toContain('memberInfo must be an object.');
    expect(messages?.filter((message) => message.startsWith('Invalid'))).toEqual([]);
  });
});
