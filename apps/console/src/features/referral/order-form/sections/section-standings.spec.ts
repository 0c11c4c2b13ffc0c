import { describe, expect, it } from '@jest/globals';
import { orderFormOf } from '@throughline/domain';
import { customLine } from '../cart.js';
import { emptyDraft } from '../order-draft.js';
import { standingsOf } from './section-standings.js';

const general = orderFormOf('general');
const empty = emptyDraft(general);
const standings = (draft: typeof empty, form = general) => standingsOf(form, draft, () => undefined);

describe('The sections of an order form', () => {
  it('say how many of their fields are missing, and which of them are optional', () => {
    expect(standings(empty)).toEqual({
      referrer: 4,
      member: 5,
      clinical: 'optional',
      insurance: 1,
      address: 4,
      items: 1,
      baby: 'optional',
      physician: 'optional',
      attachments: 'optional',
      additional: 'optional',
    });
  });

  it('are done when nothing of them is missing or wrong, and stay optional whatever is filled in', () => {
    const memberInfo = {
      ...empty.memberInfo,
      address1: '1 A St',
      city: 'Phoenix',
      state: 'AZ',
      zip: '85004',
      weight: '9999',
    };
    const items = [customLine({ name: 'Cane', description: '' })];
    const physicianInfo = { ...empty.physicianInfo, lastName: 'Osei' };
    expect(standings({ ...empty, memberInfo, items, physicianInfo })).toMatchObject({
      member: 5,
      address: 'done',
      items: 'done',
      physician: 'optional',
      clinical: 1,
    });
  });

  it('say which fields have a warning, once nothing is missing', () => {
    const physicianInfo = { ...empty.physicianInfo, NPI: '1234567890' };
    expect(standings({ ...empty, physicianInfo })).toMatchObject({ physician: ['npi'] });
    const address = { ...empty.memberInfo, city: 'APO', state: 'AZ', zip: '10001' };
    expect(standings({ ...empty, memberInfo: address })).toMatchObject({ address: 1 });
    const memberInfo = { ...address, address1: '1 A St' };
    expect(standings({ ...empty, memberInfo })).toMatchObject({ address: ['city', 'zip'] });
  });

  it('are required where the cart requires them', () => {
    const pump = { ...customLine({ name: 'Pump', description: '' }), itemCategory: 'Breast Pump' };
    expect(standings({ ...empty, items: [pump] })).toMatchObject({ baby: 1 });
    const breastPump = orderFormOf('breast-pump');
    expect(standings(emptyDraft(breastPump), breastPump)).toMatchObject({ baby: 1 });
  });
});
