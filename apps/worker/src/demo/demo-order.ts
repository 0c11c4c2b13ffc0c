import { parseCatalogue } from '@throughline/contracts';
import {
  type CatalogueItem,
  itemsFor,
  itemViolations,
  type Order,
  ORDER_FORMS,
  type OrderedItem,
} from '@throughline/domain';
import { loadConfig, readConfigFile } from '@throughline/platform';
import { DIAGNOSES, FIRST_NAMES, LAST_NAMES, NAMES_IN_OTHER_SCRIPTS, PLACES, STREETS } from './demo-members.js';
import type { Random } from './random.js';

export interface DemoReferrer {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  /** 10 digits. */
  readonly phone: string;
  readonly company: string | null;
}

/** The catalogue of this installation: example orders contain only what it can send. */
export const DEMO_CATALOGUE = await readConfigFile('CATALOGUE_FILE', loadConfig().catalogueFile, parseCatalogue);

const DAY_MS = 86_400_000;
/** A baby is due this many days after the day of the seed, so that the demo shows no order for a baby that was born long ago. */
const DUE_IN_DAYS = { least: 14, most: 150 };

/**
 * A plausible order of one to three items that are offered in the member's state. `now` is the time of the seed: on that day the member is
 * an adult, or not yet born.
 */
export function demoOrder(random: Random, referrer: DemoReferrer, n: number, now: Date): Order {
  const place = random.pick(PLACES);
  const other = n % 25 === 7 ? NAMES_IN_OTHER_SCRIPTS[Math.floor(n / 25) % NAMES_IN_OTHER_SCRIPTS.length] : undefined;
  const name = other ?? { firstName: random.pick(FIRST_NAMES), lastName: random.pick(LAST_NAMES) };
  const items = demoItems(random, place.state);
  const forBaby = items.some(
    ({ itemCategory }) => itemCategory === 'Breast Pump' || itemCategory === 'Pregnancy Rewards',
  );
  const phone = () =>
    `${random.pick(['602', '804', '713', '305', '559'])}555${String(random.whole(100, 9999)).padStart(4, '0')}`;
  return {
    // The people are invented, so no mail is requested.
    referralInfo: { ...referrer, referralSource: random.chance(0.85) ? 'Portal' : 'Fax', sendNotificationsFlag: false },
    memberInfo: {
      firstName: name.firstName,
      lastName: name.lastName,
      DOB: `${now.getUTCFullYear() - random.whole(22, 68)}-${two(random.whole(1, 12))}-${two(random.whole(1, 28))}`,
      gender: forBaby || random.chance(0.6) ? 'Female' : 'Male',
      phone: phone(),
      ACPhone: random.chance(0.2) ? phone() : null,
      preferredLang: other?.language ?? (random.chance(0.2) ? 'Spanish' : random.chance(0.5) ? 'English' : null),
      email: null,
      ACEmail: null,
      address1: `${random.whole(12, 9800)} ${random.pick(STREETS)}`,
      address2: random.chance(0.25) ? `Apt ${random.whole(1, 40)}` : null,
      ...place,
      height: random.chance(0.3) ? random.whole(58, 75) : null,
      weight: random.chance(0.3) ? random.whole(105, 240) : null,
      allergies: random.chance(0.1) ? 'Latex' : null,
      diag: random.chance(0.4) ? random.pick(DIAGNOSES) : null,
    },
    physicianInfo: random.chance(0.6)
      ? {
          firstName: random.pick(FIRST_NAMES),
          lastName: random.pick(LAST_NAMES),
          NPI: null,
          phone: phone(),
          fax: phone(),
          email: null,
        }
      : { firstName: null, lastName: null, NPI: null, phone: null, fax: null, email: null },
    insuranceInfo: {
      insuranceType: { medicare: false, medicaid: true, commercial: false },
      medicareId: null,
      medicaidId: `A${random.whole(10_000_000, 99_999_999)}`,
      commIns1Name: null,
      commIns1Id: null,
      commIns2Name: null,
      commIns2Id: null,
      waiverBenefits: null,
    },
    items,
    babyInfo: forBaby
      ? {
          firstName: null,
          lastName: name.lastName,
          dueDate: dayIn(now, random.whole(DUE_IN_DAYS.least, DUE_IN_DAYS.most)),
          nicu: random.chance(0.1),
        }
      : null,
    otherInfo: random.chance(0.15) ? 'Please call after 3 p.m.; the member works mornings.' : null,
    uhcCodes: null,
  };
}

/** Draws items until no rule of the cart is broken; one item with a quantity of one breaks none. */
function demoItems(random: Random, state: string): readonly OrderedItem[] {
  const offered = itemsFor(DEMO_CATALOGUE, { state });
  for (;;) {
    const chosen = new Map(
      Array.from({ length: random.whole(1, 3) }, () => random.pick(offered)).map((item) => [item.id, item]),
    );
    const items = [...chosen.values()].map((item, index) => orderedItem(random, item, index + 1));
    if (itemViolations(items, ORDER_FORMS.general).length === 0) return items;
  }
}

function orderedItem(random: Random, item: CatalogueItem, id: number): OrderedItem {
  const option = item.options.length > 0 ? random.pick(item.options) : null;
  const many =
    item.itemCategory === 'Incontinence'
      ? random.whole(2, 6) * 30
      : item.itemCategory === 'Supplies'
        ? random.whole(1, 4)
        : 1;
  return {
    id,
    itemCategory: item.itemCategory,
    catalogueId: item.id,
    item: item.item,
    option: option === null ? null : { id: option.id, name: option.name, hcpcs: option.hcpcs },
    hcpcs: item.hcpcs,
    description: item.description,
    qty: many,
  };
}

/** `2026-12-05`: the day that many days later. */
const dayIn = (now: Date, days: number) => new Date(now.getTime() + days * DAY_MS).toISOString().slice(0, 10);

const two = (value: number) => String(value).padStart(2, '0');
