/** What stands for an order form in links and at the head of its page. The rules of the form are in `order-forms.ts`. */
export interface OrderFormHead {
  /** Stored in events: never reuse one for another form. */
  readonly id: string;
  readonly route: `/${string}`;
  /** The name, as links to the form show it. */
  readonly name: string;
  readonly title: string;
  /** What the form is for, in one line. */
  readonly about: string;
}

/** Apart from the rules, which no page but those of the forms needs: every page of the console loads this table. */
export const ORDER_FORM_HEADS = {
  general: {
    id: 'general',
    route: '/create-referral',
    name: 'Any supplies',
    title: 'New referral',
    about: 'Order supplies for a member, and follow every item to delivery.',
  },
  'breast-pump': {
    id: 'breast-pump',
    route: '/create-referral/breast-pump',
    name: 'Breast pump',
    title: 'New breast pump referral',
    about: 'Order one breast pump for a member.',
  },
  magnolia: {
    id: 'magnolia',
    route: '/create-referral/magnolia',
    name: 'Magnolia Community Plan',
    title: 'New Magnolia referral',
    about: 'Order supplies for a member of Magnolia Community Plan in Mississippi.',
  },
  diapers: {
    id: 'diapers',
    route: '/DiaperRewards/UHCCPVA',
    name: 'Baby diapers',
    title: 'Baby diaper order',
    about: 'Members of Commonwealth Community Plan in Virginia order four cases of diapers, once.',
  },
  'pregnancy-rewards': {
    id: 'pregnancy-rewards',
    route: '/PregnancyRewards/ACH',
    name: 'Pregnancy rewards',
    title: 'Pregnancy rewards order',
    about: 'Members of Saguaro Health Plan in Arizona choose their pregnancy rewards, once.',
  },
} as const satisfies Readonly<Record<string, OrderFormHead>>;

export type OrderFormId = keyof typeof ORDER_FORM_HEADS;
export const ORDER_FORM_IDS = Object.keys(ORDER_FORM_HEADS) as OrderFormId[];
