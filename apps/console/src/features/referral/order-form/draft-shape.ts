import type { OrderForm } from '@throughline/domain';
import { type CartLine, emptyDraft, type OrderDraft } from './order-draft.js';
import { flag, leftOut, list, object, orNull, parts, type Reader, text, texts } from './stored-values.js';

const cartLine = parts<CartLine>({
  catalogueId: orNull(text),
  itemCategory: text,
  item: text,
  option: orNull(parts({ id: text, name: text, hcpcs: orNull(text) })),
  hcpcs: orNull(text),
  description: orNull(text),
  image: leftOut(orNull(text)),
  qty: text,
});

const draft = parts<OrderDraft>({
  referralInfo: parts({
    ...texts('lastName', 'firstName', 'email', 'phone', 'referralSource', 'company'),
    sendNotificationsFlag: flag,
  }),
  memberInfo: parts(
    texts(
      ...(['lastName', 'firstName', 'DOB', 'gender', 'phone', 'ACPhone', 'preferredLang', 'email', 'ACEmail'] as const),
      ...(['address1', 'address2', 'city', 'state', 'zip', 'height', 'weight', 'allergies', 'diag'] as const),
    ),
  ),
  physicianInfo: parts(texts('lastName', 'firstName', 'NPI', 'phone', 'fax', 'email')),
  insuranceInfo: parts({
    ...texts('medicareId', 'medicaidId', 'commIns1Name', 'commIns1Id', 'commIns2Name', 'commIns2Id', 'waiverBenefits'),
    insuranceType: parts({ medicare: flag, medicaid: flag, commercial: flag }),
  }),
  items: list(cartLine),
  customItem: parts(texts('name', 'description')),
  babyInfo: parts({ ...texts('lastName', 'firstName', 'dueDate'), nicu: flag }),
  otherInfo: text,
  uhcCodes: text,
  uhcTyped: text,
  ownLastName: text,
  fileNames: list(text),
});

/** Reads a stored draft of this form. Fields that an older version did not store are empty. */
export const draftOf =
  (form: OrderForm): Reader<OrderDraft> =>
  (stored) =>
    draft({ ...emptyDraft(form), ...object(stored) });
