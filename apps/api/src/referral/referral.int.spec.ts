import { afterAll, describe, expect, it } from '@jest/globals';
import {
  type CheckedReferrals,
  POSITION_HEADER,
  type LimitedReferral,
  type ReferralDetail,
  type ReferralList,
} from '@throughline/contracts';
import { anOrder } from '../testing/an-order.js';
import { emailOf, PEOPLE, startApi } from '../testing/api-under-test.js';
import { get, post, type Answer, type CallOptions } from '../testing/call.js';

const api = await startApi();
afterAll(() => api.close());

const submit = (order = anOrder(), options: CallOptions = { as: 'referrer' }) =>
  post<string>(api, '/referrals/create', order, options);

const positionOf = ({ headers }: Answer<unknown>) => headers.get(POSITION_HEADER);

describe('Referral', () => {
  describe('when submitted', () => {
    it('can be read at once by its submitter, in detail and in the list', async () => {
      const submitted = await submit(anOrder({ lastName: 'Okonkwo' }));
      expect(submitted).toMatchObject({ status: 201, body: { success: true, message: 'OK' } });
      expect(submitted.body.data).toMatch(/^\d{15}$/);

      const position = positionOf(submitted);
      const id = submitted.body.data;
      const detail = await get<ReferralDetail>(api, `/referrals/referral/${id}?minPosition=${position}`, {
        as: 'referrer',
      });
      expect(detail.body.data).toMatchObject({ referralId: id, memberInfo: { lastName: 'Okonkwo' } });
      const list = await get<ReferralList>(api, `/referrals?minPosition=${position}&search=okonkwo`, {
        as: 'referrer',
      });
      expect(list.body.data).toMatchObject({ rowCount: 1, rows: [{ referralId: id, memberLastName: 'Okonkwo' }] });
    });

    it('keeps or checks all that the specification lets an order say', async () => {
      const { insuranceInfo: _, ...order } = anOrder();
      const gloves = {
        itemCategory: 'Custom Item',
        item: 'Gloves',
        qty: 1,
        image: '/x.png',
        options: [],
        orderId: null,
      };
      const user = { id: PEOPLE.referrer.userId, email: emailOf(PEOPLE.referrer).toUpperCase(), admin: false };
      const said = { ...order, items: [gloves], insuranceInfo: { medicaidId: 'MD-1' }, patientKey: 'P-77', user };
      const empty = { eligiblePatientId: null, verifyInfo: { medicaidId: '', DOB: '' } };
      const submitted = await post<string>(api, '/referrals/create', { ...said, ...empty }, { as: 'referrer' });
      expect(submitted.status).toBe(201);
      const path = `/referrals/referral/${submitted.body.data}?minPosition=${positionOf(submitted)}`;
      expect((await get<ReferralDetail>(api, path, { as: 'referrer' })).body.data).toMatchObject({
        patientKey: 'P-77',
        insuranceInfo: { insuranceType: { medicare: false, medicaid: true, commercial: false }, medicaidId: 'MD-1' },
        items: { 'Custom Item': [{ image: null, orderId: null, brightreeItemID: null, brightreeItemKey: null }] },
      });
      for (const other of ['u-stranger', { id: 'u-stranger' }, { email: emailOf(PEOPLE.stranger) }])
        expect(await submit({ ...said, user: other } as never)).toMatchObject({ status: 403 });
      expect(await submit({ ...said, user: { email: 'nobody@plan.example' } } as never, {})).toMatchObject({
        status: 403,
      });
      const redeeming = await submit({ ...said, eligiblePatientId: 'T'.repeat(43) } as never);
      expect(redeeming.body.errors).toEqual({ eligiblePatientId: 'This order form redeems no benefit.' });
    });

    it('may come from an anonymous caller', async () => {
      expect(await submit(anOrder(), {})).toMatchObject({ status: 201 });
    });

    it('answers with a message for every field that is wrong', async () => {
      const order = { ...anOrder(), memberInfo: { ...anOrder().memberInfo, DOB: '', zip: '7870' }, items: [] };
      const { status, body } = await submit(order);
      expect(status).toBe(400);
      expect(body).toMatchObject({ success: false, data: null, code: 'request/invalid' });
      expect(body.errors).toMatchObject({
        'memberInfo.zip': 'Zip must be 5 digits or 5+4.',
        items: 'At least 1 item must be selected',
      });
      expect(body.errors).toHaveProperty(['memberInfo.DOB']);
    });

    it('is rejected by a rule over the whole cart', async () => {
      const pump = {
        itemCategory: 'Breast Pump',
        catalogueId: 'breast-pump-manual',
        item: 'Manual breast pump',
        qty: 2,
      };
      const order = { ...anOrder({ items: [pump] }), babyInfo: { dueDate: '2027-01-05' } };
      const { status, body } = await submit(order);
      expect({ status, message: body.message }).toEqual({
        status: 409,
        message: 'Maximum of 1 breast pump can be ordered',
      });
    });
  });

  describe('of items that are not offered', () => {
    const briefs = { itemCategory: 'Incontinence', catalogueId: 'briefs', item: 'Adult briefs with tabs', qty: 1 };
    const pump = {
      itemCategory: 'Breast Pump',
      catalogueId: 'breast-pump-wearable',
      item: 'Wearable electric breast pump',
      qty: 1,
    };
    const rocket = { itemCategory: 'Equipment', catalogueId: 'rocket', item: 'Rocket', qty: 1 };
    const diapers = {
      itemCategory: 'Baby Diaper Rewards',
      catalogueId: 'reward-diaper-case',
      item: 'Diapers',
      option: { id: '1', name: 'Size 1', hcpcs: null },
      qty: 4,
    };
    const misnamed = (how: string, name = pump.item) =>
      `${name} is in the catalogue with another ${how}. Remove it, and add it again.`;
    const gold = { ...briefs, option: { id: 'gold', name: 'Gold', hcpcs: null } };

    it.each([
      ['AZ', pump, 201, 'OK'],
      [
        'AZ',
        { ...pump, item: 'Adult briefs with tabs', hcpcs: 'T4521' },
        409,
        misnamed('name: "Wearable electric breast pump", not "Adult briefs with tabs"', 'Adult briefs with tabs'),
      ],
      ['AZ', { ...pump, hcpcs: 'X9999' }, 409, misnamed('HCPCS: "E0603", not "X9999"')],
      [
        'VA',
        pump,
        409,
        'Wearable electric breast pump cannot be ordered here for a member in VA. Remove it and submit again.',
      ],
      ['VA', rocket, 409, 'Rocket cannot be ordered here for a member in VA. Remove it and submit again.'],
      ['VA', diapers, 409, 'Diapers cannot be ordered here for a member in VA. Remove it and submit again.'],
      ['VA', briefs, 409, 'An option of Adult briefs with tabs must be selected'],
      ['VA', gold, 409, 'Adult briefs with tabs is not offered with the option Gold. Choose another and submit again.'],
    ])('in %s, %j, it is answered with %i %s', async (state, item, status, message) => {
      const order = anOrder({ items: [item] });
      const sent = { ...order, memberInfo: { ...order.memberInfo, state }, babyInfo: { dueDate: '2027-01-05' } };
      expect(await submit(sent)).toMatchObject({ status, body: { message } });
    });
  });

  describe('when submitted on a form of its own', () => {
    const PUMP = { itemCategory: 'Breast Pump', catalogueId: 'breast-pump-manual', item: 'Manual breast pump', qty: 1 };
    const babyInfo = { dueDate: '2027-01-05' };
    const onForm = (form: string, more: object = {}) =>
      post<string>(api, '/referrals/create', { ...anOrder({ items: [PUMP] }), form, ...more }, { as: 'referrer' });

    it('is recorded by its rules, with what the form fixes', async () => {
      const memberInfo = { ...anOrder().memberInfo, state: 'MS', height: 64 };
      const submitted = await onForm('magnolia', { memberInfo, babyInfo });
      expect(submitted.status).toBe(201);
      const path = `/referrals/referral/${submitted.body.data}?minPosition=${positionOf(submitted)}`;
      const referral = (await get<ReferralDetail>(api, path, { as: 'referrer' })).body.data;
      expect(referral).toMatchObject({
        referralInfo: { company: 'Magnolia Community Plan' },
        memberInfo: { height: 64 },
        insuranceInfo: { plan: 'Magnolia Community Plan', medicaidId: 'MD-4711' },
        babyInfo: { dueDate: '2027-01-05' },
      });
    });

    it('is refused where it asks for what the form does not offer', async () => {
      const { status, body } = await onForm('breast-pump', { items: anOrder().items, babyInfo });
      expect({ status, message: body.message }).toEqual({
        status: 409,
        message: 'Only items of category Breast Pump can be ordered on this form',
      });
      const another = { ...PUMP, catalogueId: 'folding-walker' };
      expect((await onForm('breast-pump', { items: [another], babyInfo })).status).toBe(409);
    });

    it('is refused if the form does not exist', async () => {
      const { status, body } = await onForm('constructor');
      expect([status, body.errors]).toEqual([400, { form: 'This order form does not exist.' }]);
    });
  });

  describe('of another company', () => {
    it.each([
      ['colleague', 200],
      ['staff', 200],
      ['ops', 200],
      ['stranger', 404],
    ] as const)('is answered to a %s with %i', async (as, status) => {
      const submitted = await submit();
      const path = `/referrals/referral/${submitted.body.data}`;
      const minPosition = positionOf(submitted);
      expect((await get(api, `${path}?minPosition=${minPosition}`, { as })).status).toBe(status);
      expect((await get(api, `${path}/tasks`, { as })).status).toBe(status);
      expect((await get(api, `/pdf${path.replace('/referrals', '')}/files`, { as })).status).toBe(status);
    });

    it('looks like one that does not exist', async () => {
      const submitted = await submit();
      const hidden = await get(api, `/referrals/referral/${submitted.body.data}`, { as: 'stranger' });
      const unknown = await get(api, '/referrals/referral/1', { as: 'stranger' });
      expect(hidden.body).toEqual(unknown.body);
    });

    it('is in the list of a colleague only when they ask for their company', async () => {
      const submitted = await submit(anOrder({ lastName: 'Vanterpool' }));
      const path = `/referrals?search=vanterpool&minPosition=${positionOf(submitted)}`;
      const rows = async (path: string, as: 'colleague' | 'stranger') =>
        (await get<ReferralList>(api, path, { as })).body.data.rowCount;
      expect(await rows(path, 'colleague')).toBe(0);
      expect(await rows(`${path}&includeCompany=true`, 'colleague')).toBe(1);
      expect(await rows(`${path}&includeCompany=true`, 'stranger')).toBe(0);
    });
  });

  describe('in its limited form', () => {
    it('is an allow-list: nothing of the member, the physician, or what was ordered', async () => {
      const submitted = await submit(anOrder({ lastName: 'Quillfeather' }));
      const path = `/referrals/referral/${submitted.body.data}/limited?minPosition=${positionOf(submitted)}`;
      const { headers, body } = await get<LimitedReferral>(api, path);
      expect(headers.get('cache-control')).toBe('no-store');
      expect(Object.keys(body.data).sort()).toEqual(['carriers', 'feed', 'groups', 'referralDateTime', 'referralId']);
      expect(JSON.stringify(body)).not.toMatch(/Quillfeather|Rosa|Ruiz|example|Shower|Custom|MD-4711/);
    });
  });

  describe('when its status is checked', () => {
    const NOBODY = { referralId: null, lastName: null, firstName: null, DOB: null };
    const check = (body: object) => post<CheckedReferrals>(api, '/referrals/referral/status', { ...NOBODY, ...body });
    const member = { lastName: 'Óseguera', firstName: 'Rosa', DOB: '1990-02-03' };
    const submitOf = async (lastName: string) => {
      const submitted = await submit(anOrder({ lastName }));
      await get(api, `/referrals?minPosition=${positionOf(submitted)}`, { as: 'referrer' });
      return submitted.body.data;
    };

    it('is found by its ID, and by the member however the name is written; nothing but IDs is answered', async () => {
      const ids = [await submitOf('Oseguera'), await submitOf('OSEGUERA')];
      expect((await check({ referralId: ids[0] })).body.data).toEqual([{ referralId: ids[0] }]);
      const found = ids
        .toSorted()
        .toReversed()
        .map((referralId) => ({ referralId }));
      expect((await check(member)).body.data).toEqual(found);
    });

    it('answers the same for what is unknown, mistyped, or of another birthday, and no cache keeps it', async () => {
      await submitOf('Barrientos');
      const answers = [
        await check({ referralId: '263254123071844' }),
        await check({ referralId: '1' }),
        await check({ ...member, lastName: 'Barrientos', DOB: '1990-02-04' }),
        await check({ ...member, lastName: 'Nobody' }),
      ];
      for (const { status, body, headers } of answers) {
        expect([status, body]).toEqual([200, { success: true, message: 'OK', data: [] }]);
        expect(headers.get('cache-control')).toBe('no-store');
      }
    });

    it('shows nothing of whose an ID is: names beside it are not looked at', async () => {
      const referralId = await submitOf('Castellanos');
      for (const lastName of ['Castellanos', 'Nobody'])
        expect((await check({ ...member, referralId, lastName })).body.data).toEqual([{ referralId }]);
    });

    it('is recorded, each time, without the input', async () => {
      await check({ ...member, lastName: 'Unrecorded' });
      const { rows } = await api.engines.database.pool.query<{ outcome: string; kept: string }>(
        `select outcome, access_log::text as kept from access_log where screen = 'Check Status'`,
      );
      expect(rows.map(({ outcome }) => outcome)).toEqual(expect.arrayContaining(['shown', 'not-found']));
      expect(rows.map(({ kept }) => kept).join()).not.toMatch(/1990|unrecorded|oseguera/i);
    });
  });

  it('gets a tracking number from staff only', async () => {
    const submitted = await submit();
    const path = `/referrals/referral/${submitted.body.data}`;
    const parcel = { itemIds: [1], carrier: 'UPS', number: '1Z999AA10123456784' };
    expect((await post(api, `${path}/tracking`, parcel, { as: 'referrer' })).status).toBe(403);
    const assigned = await post(api, `${path}/tracking`, parcel, { as: 'staff' });
    expect(assigned.status).toBe(200);
    const detail = await get(api, `${path}?minPosition=${positionOf(assigned)}`, { as: 'referrer' });
    expect(JSON.stringify(detail.body)).toContain('1Z999AA10123456784');
  });
});
