import { type OrderFormId } from '@throughline/domain';
import { ORDERS } from './order.contract.js';

/* The field rules of the ordering specification, section 5; the rules for the cart are in the domain's `order-rules.spec.ts`. */

export const firstOfEach = (
  issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[] = [],
) => Object.fromEntries(issues.toReversed().map(({ path, message }) => [path.join('.'), message]));

/** Field path → message, as in the API's `errors`: the first message of each field. */
export const errorsOn = (form: OrderFormId, draft: unknown) => firstOfEach(ORDERS[form].safeParse(draft).error?.issues);
