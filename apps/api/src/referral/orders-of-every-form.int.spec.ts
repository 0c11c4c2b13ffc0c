import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ORDER_FORM_IDS, type OrderFormId, type ReferralEvent, type ReferralSubmitted } from '@throughline/domain';
import { ROUTES } from '@throughline/contracts';
import { bodySchemaOf, type JsonSchema } from '../docs/json-schema-of.js';
import { LookUpTickets } from '../referral-access/look-up-tickets.js';
import { PEOPLE, startApi } from '../testing/api-under-test.js';
import { post } from '../testing/call.js';
import { ineffectiveFieldsOf } from '../testing/ineffective-fields.js';
import { ANY_TICKET, ORDERS_OF_EVERY_FORM, REWARDED } from '../testing/orders-of-every-form.js';
import { datedIdOf, register } from '../testing/reward-orders.js';

const api = await startApi();
afterAll(() => api.close());

const route = ROUTES.find(({ endpoint }) => endpoint === 'POST /referrals/create')!;

/**
 * Dotted paths of the fields in the documented body, without fields that may be sent back and are ignored. A list is represented by its
 * first item.
 */
function documentedPaths(schema: JsonSchema, path = ''): readonly string[] {
  const parts = schema.anyOf ?? schema.oneOf ?? schema.allOf ?? [schema];
  const inside = parts.flatMap(({ properties = {}, items }) => [
    ...Object.entries(properties).flatMap(([name, of]) =>
      of['readOnly'] ? [] : documentedPaths(of, `${path}.${name}`),
    ),
    ...(items ? documentedPaths(items, `${path}.0`) : []),
  ]);
  return inside.length > 0 ? [...new Set(inside)] : [path.slice(1)];
}

const valueAt = (value: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((part, step) => (part as Record<string, unknown> | null | undefined)?.[step], value);

/** Fields that no order has when it is sent, or that belong to another form. */
const NOT_IN_EXAMPLES =
  /^(form|userId|items\.0\.(id|deleted|stoppedReason|currentTask|lastTask|orderId|brightreeItem(ID|Key))(\.|$))/;
const ofOneForm = (form: OrderFormId) =>
  ({
    general: /^(eligiblePatientId|verifyInfo|insuranceInfo\.plan|items\.0\.option)/,
    'breast-pump': /^(eligiblePatientId|verifyInfo|insuranceInfo\.plan|uhcCodes|items\.0\.option)/,
    magnolia: /^(eligiblePatientId|verifyInfo|uhcCodes|items\.0\.option)/,
    diapers: /^uhcCodes/,
    'pregnancy-rewards': /^(uhcCodes|items\.0\.option)/,
  })[form];
/**
 * Fields that are checked: values of the catalogue's item, proofs that redeem the benefit, and the user, who is compared with the token.
 */
const CHECKED = /^(items\.0\.(item|hcpcs|description|itemCategory|option)|eligiblePatientId|verifyInfo|user)/;

describe.each(ORDER_FORM_IDS)('An order of the form %s that says all that an order can say', (form) => {
  const sent: object = { ...ORDERS_OF_EVERY_FORM[form], form, user: PEOPLE.referrer.userId };
  const paths = documentedPaths(bodySchemaOf(route)!).filter((path) => !NOT_IN_EXAMPLES.test(path));
  let stored: ReferralSubmitted['data'];
  beforeAll(async () => {
    let body = JSON.stringify(sent);
    if (body.includes(ANY_TICKET)) {
      const patient = { programme: form === 'diapers' ? 'diaper' : 'pregnancy', ...REWARDED } as const;
      await register(api.engines, patient);
      const ticket = await api.app
        .get(LookUpTickets, { strict: false })
        .issue(patient.programme, datedIdOf(api.engines, patient));
      body = body.replace(ANY_TICKET, ticket);
    }
    const answer = await post<string>(api, '/referrals/create', JSON.parse(body) as object, { as: 'referrer' });
    expect(answer).toMatchObject({ status: 201 });
    for await (const event of api.engines.store.readAll({ after: 0 })) {
      const { type, data } = event as unknown as ReferralEvent;
      if (type === 'ReferralSubmitted' && data.referralId === answer.body.data) stored = data;
    }
  });

  it('names every documented field', () => {
    expect(paths.filter((path) => valueAt(sent, path) === undefined && !ofOneForm(form).test(path))).toEqual([]);
  });

  it('is stored with every one of them', () => {
    const said = paths.filter((path) => valueAt(sent, path) !== undefined && !CHECKED.test(path));
    expect(said.length).toBeGreaterThan(40);
    const kept = { ...stored.order, language: stored.language };
    const lost = said.filter((path) => String(valueAt(kept, path)) !== String(valueAt(sent, path)));
    // The source fixes this field.
    expect(lost).toEqual(form === 'general' ? ['referralInfo.lastName'] : []);
  });

  it('says nothing in vain, with any other value', () => {
    // The number of the item in the referral from which it is copied; and the form, which decides how the rest is parsed.
    const known = ['items.0.id', 'form', 'referralInfo.lastName'];
    expect(ineffectiveFieldsOf(route, sent).filter((path) => !known.includes(path))).toEqual([]);
  });
});
