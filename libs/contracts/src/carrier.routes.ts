import { CARRIER, NUMBER_IN_LINK } from '@throughline/domain';
import { z } from 'zod';
import { optionalText, requiredText } from './order/fields.js';
import { managedList } from './route/managed-list.js';
import { route } from './route/route.js';

/** No user name and no placeholder before the path: where the link leads to does not depend on the number. */
const WEB_ADDRESS = /^https:\/\/[a-z\d-]+(\.[a-z\d-]+)+(:\d+)?[/?#]\S*$/i;
const isWebAddress = (text: string) => WEB_ADDRESS.test(text) && URL.canParse(text);

const LABEL = CARRIER.labels.link;

const link = optionalText(LABEL, 500)
  .refine((text) => text === null || isWebAddress(text), `${LABEL} must be a web address with https://.`)
  .refine(
    (text) => text === null || text.includes(NUMBER_IN_LINK),
    `${LABEL} must have ${NUMBER_IN_LINK} where the tracking number goes.`,
  );

const UPS = { id: 'ups', name: 'UPS', link: `https://www.ups.com/track?tracknum=${NUMBER_IN_LINK}` };

const { entry, addBody, changeBody, lists, adds, changes, switches } = managedList({
  of: CARRIER,
  values: { name: requiredText('Name'), link },
  seen: { name: z.string(), link: z.string().nullable() },
  example: UPS,
  another: { name: 'DHL', link: `https://dhl.example/${NUMBER_IN_LINK}` },
});
export type CarrierRow = z.infer<typeof entry>;
export { addBody as newCarrierBody, changeBody as carrierBody };

export const carrierRoutes = {
  list: route('GET /carriers', {
    ...lists,
    summary: 'The carriers that parcels are sent with, also those that are deactivated: older numbers are theirs.',
  }),
  add: route('POST /carriers', { ...adds, summary: 'Admins: add a carrier.' }),
  change: route('POST /carriers/{id}', {
    ...changes,
    summary:
      'Admins: change the name or the link of a carrier. Its tracking numbers keep the name, and follow the link.',
  }),
  deactivate: route('POST /carriers/{id}/deactivate', {
    ...switches(false),
    summary: 'Admins: record no new tracking numbers under a carrier. Those that are there keep its link.',
  }),
  reactivate: route('POST /carriers/{id}/reactivate', {
    ...switches(true),
    summary: 'Admins: record tracking numbers under a carrier again.',
  }),
} as const;
