import type { ItemCategory, RewardProgramme } from '../../kernel/terms.js';
import { ORDER_FORM_HEADS, ORDER_FORM_IDS, type OrderFormHead, type OrderFormId } from './order-form-heads.js';

/*
 * The order forms. Each form is a row, from which its screen, its contract and the rules of its cart follow (ordering specification,
 * sections 2 and 5).
 */

export type OrderFormSection =
  | 'referrer'
  | 'member'
  | 'address'
  | 'clinical'
  | 'insurance'
  | 'items'
  | 'baby'
  | 'physician'
  | 'attachments'
  | 'additional';

/** The maximum of a category in one order. */
export interface CategoryLimit {
  readonly itemCategory: ItemCategory;
  /** Limits both the number of lines and the number of pieces. */
  readonly most: number;
  readonly code: `order/${string}`;
  /** The message, in the specification's words. */
  readonly message: string;
  /** The minimum number of pieces. */
  readonly least?: { readonly pieces: number; readonly code: `order/${string}`; readonly message: string };
}

/** The look-up before a form: a member whose benefit of this programme is not redeemed yet may order, once. */
export interface LookUp {
  readonly programme: RewardProgramme;
  /** The message for members who may not (ordering specification, sections 2 and 8). */
  readonly notEligible: string;
}

/** A health plan with a form of its own. Its members have Medicaid through it. */
export interface Payor {
  /** The name of the plan, as orders carry it. */
  readonly name: string;
  /** The state in which its members live, two letters. */
  readonly state: string;
  /** The group whose items of the catalogue the form offers. */
  readonly groupId: number;
  /** The company that orders: one of `COMPANIES`. */
  readonly companyId: number;
}

export interface OrderForm extends OrderFormHead {
  /** The sections of the screen, from top to bottom: the address, whose state decides what is offered, right before the items. Fields of an order that the screen does not show are kept. */
  readonly sections: readonly OrderFormSection[];
  /** Sections that are required on this form. A baby section that is not required here is required by some carts. */
  readonly required: readonly ('source' | 'physician' | 'baby')[];
  readonly asksForWaiver: boolean;
  /** The only categories that can be ordered; null: every category, and custom items. */
  readonly itemCategory: ItemCategory | null;
  readonly limits: readonly CategoryLimit[];
  /** The message if an order is submitted without items. */
  readonly emptyCart: string;
  /** The health plan whose form it is, which fixes plan, state and company; null: the form asks for them. */
  readonly payor: Payor | null;
  /** Null: the form is open to everybody. */
  readonly lookUp: LookUp | null;
}

const ONE_BREAST_PUMP: CategoryLimit = {
  itemCategory: 'Breast Pump',
  most: 1,
  code: 'order/too-many-breast-pumps',
  message: 'Maximum of 1 breast pump can be ordered',
};
const TWO_PREGNANCY_REWARDS: CategoryLimit = {
  itemCategory: 'Pregnancy Rewards',
  most: 2,
  code: 'order/too-many-pregnancy-rewards',
  message: 'Maximum of 2 pregnancy rewards can be ordered',
};

const FOUR_DIAPER_CASES: CategoryLimit = {
  itemCategory: 'Baby Diaper Rewards',
  most: 4,
  code: 'order/too-many-diaper-cases',
  message: 'Maximum of 4 cases can be ordered',
  least: {
    pieces: 4,
    code: 'order/too-few-diaper-cases',
    message: 'Order must contain 4 cases of diapers. Change the quantities so that they come to 4.',
  },
};
/** Which of the specification's two readings is in force, and why the message names it: docs/decisions/0132. */
const FOUR_PREGNANCY_REWARDS: CategoryLimit = {
  itemCategory: 'Pregnancy Rewards',
  most: 4,
  code: 'order/too-many-pregnancy-rewards',
  message: 'Maximum of 4 items can be selected',
};

/** What the forms for people outside share: nothing clinical, no waiver, and the default source without a choice. */
const EXTERNAL = {
  required: [],
  asksForWaiver: false,
  itemCategory: null,
  limits: [ONE_BREAST_PUMP],
  emptyCart: 'No items selected',
  payor: null,
  lookUp: null,
} as const satisfies Partial<OrderForm>;

export const ORDER_FORMS = {
  general: {
    ...ORDER_FORM_HEADS.general,
    sections: [
      'referrer',
      'member',
      'clinical',
      'insurance',
      'address',
      'items',
      'baby',
      'physician',
      'attachments',
      'additional',
    ],
    required: ['source'],
    asksForWaiver: true,
    itemCategory: null,
    limits: [ONE_BREAST_PUMP, TWO_PREGNANCY_REWARDS],
    emptyCart: 'No items selected. Please close the modal, select an item, and submit again.',
    payor: null,
    lookUp: null,
  },
  'breast-pump': {
    ...EXTERNAL,
    ...ORDER_FORM_HEADS['breast-pump'],
    sections: ['referrer', 'member', 'insurance', 'address', 'items', 'baby', 'additional'],
    required: ['baby'],
    itemCategory: 'Breast Pump',
  },
  magnolia: {
    ...EXTERNAL,
    ...ORDER_FORM_HEADS.magnolia,
    sections: ['referrer', 'member', 'insurance', 'address', 'items', 'additional'],
    payor: { name: 'Magnolia Community Plan', state: 'MS', groupId: 9, companyId: 52 },
  },
  diapers: {
    ...EXTERNAL,
    ...ORDER_FORM_HEADS.diapers,
    sections: ['referrer', 'member', 'insurance', 'address', 'items', 'additional'],
    itemCategory: 'Baby Diaper Rewards',
    limits: [FOUR_DIAPER_CASES],
    payor: { name: 'Commonwealth Community Plan', state: 'VA', groupId: 7, companyId: 40 },
    lookUp: {
      programme: 'diaper',
      notEligible:
        'We were unable to locate you in our system or you have already redeemed your benefit. Please call Commonwealth ' +
        'Community Plan member services at (804) 555-0140.',
    },
  },
  'pregnancy-rewards': {
    ...EXTERNAL,
    ...ORDER_FORM_HEADS['pregnancy-rewards'],
    sections: ['referrer', 'member', 'insurance', 'address', 'items', 'additional'],
    itemCategory: 'Pregnancy Rewards',
    limits: [FOUR_PREGNANCY_REWARDS],
    payor: { name: 'Saguaro Health Plan', state: 'AZ', groupId: 7, companyId: 12 },
    lookUp: {
      programme: 'pregnancy',
      notEligible:
        'We were unable to locate you in our system. Please call Saguaro Health Plan member services at (602) 555-0112 ' +
        'or contact the Maternity Care Manager.',
    },
  },
} as const satisfies Readonly<Record<OrderFormId, OrderForm>>;

/** A form of the table; specs make up others. */
export type KnownOrderForm = OrderForm & { readonly id: OrderFormId };

export const orderFormOf = (id: OrderFormId): KnownOrderForm => ORDER_FORMS[id];

/** The form at a path of the console; undefined if there is none. */
export const orderFormAt = (route: string): KnownOrderForm | undefined =>
  ORDER_FORM_IDS.map(orderFormOf).find((form) => form.route === route);
