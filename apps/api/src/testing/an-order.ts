/** POST /referrals/create of a general order, as the console sends it. */
export const anOrder = ({ lastName = 'Diaz', email = 'u-referrer@people.example', items = [ANY_ITEM] } = {}) => ({
  referralInfo: { lastName: 'Ruiz', firstName: 'Ana', email, phone: '5125550100', referralSource: 'Portal' },
  memberInfo: {
    lastName,
    firstName: 'Rosa',
    DOB: '1990-02-03',
    gender: 'Female',
    phone: '5125550101',
    address1: '1 Elm Street',
    city: 'Austin',
    state: 'TX',
    zip: '78701',
  },
  physicianInfo: {},
  insuranceInfo: { insuranceType: { medicaid: true }, medicaidId: 'MD-4711' },
  items,
});

const ANY_ITEM = { itemCategory: 'Custom Item', item: 'Shower chair', qty: 1 };
