import { type EventWords, itemCount, now } from '../kernel/words.js';
import { nameOfItem } from './order/item-name.js';
import { orderedItemFacts } from './order/order-facts.js';
import { orderFormOf } from './order/order-forms.js';
import type { ReferralEvent, ReferralSubmitted } from './referral.events.js';

export const REFERRAL_WORDS: EventWords<ReferralEvent> = {
  ReferralSubmitted: ({ order, form }) => `The referral was submitted with ${itemCount(order.items)}${onForm(form)}`,
  BenefitOutcomeTold: ({ outcome }) =>
    outcome === 'redeemed' ? 'The benefit was redeemed with this referral' : 'The benefit was refused to this referral',
  TrackingNumberAssigned: ({ itemIds, carrier, number }, { who }) =>
    `${who} gave ${itemCount(itemIds)} the ${carrier} tracking number ${number}`,
  ReferrerCorrected: (_, { who }) => `${who} corrected the referrer`,
  MemberNameCorrected: (_, { who }) => `${who} corrected the member’s name`,
  MemberDemographicsCorrected: (_, { who }) => `${who} corrected the member’s date of birth or gender`,
  MemberContactCorrected: (_, { who }) => `${who} corrected how to contact the member`,
  MemberAddressCorrected: (_, { who }) => `${who} corrected the member’s address`,
  MemberClinicalFactsCorrected: (_, { who }) => `${who} corrected the member’s clinical facts`,
  PhysicianCorrected: (_, { who }) => `${who} corrected the physician`,
  InsuranceCorrected: (_, { who }) => `${who} corrected the insurance`,
  BabyCorrected: (_, { who }) => `${who} corrected the baby’s information`,
  UhcCodesCorrected: (_, { who }) => `${who} corrected the UHC codes`,
  OtherInformationCorrected: (_, { who }) => `${who} corrected the additional information`,
  ItemQuantityChanged: ({ itemId }, { who, item }) => `${who} corrected the quantity of ${item(itemId)}`,
  ItemOptionChanged: ({ itemId }, { who, item }) => `${who} corrected the option of ${item(itemId)}`,
  ItemAdded: ({ item }, { who }) => [
    `${who} added ${nameOfItem(item)} to the referral`,
    ...orderedItemFacts(item).flatMap(({ label, value }) => (value === null ? [] : [now(label, value)])),
  ],
  ItemRemoved: ({ itemId }, { who, item }) => `${who} removed ${item(itemId)} from the referral`,
  ItemRestored: ({ itemId }, { who, item }) => `${who} restored ${item(itemId)} to the referral`,
};

/** The general form is not named: most orders come from it, and the oldest orders do not say their form. */
const onForm = (form: ReferralSubmitted['data']['form'] = 'general') =>
  form === 'general' ? '' : ` on the form ${orderFormOf(form).name}`;
