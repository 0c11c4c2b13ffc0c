import type { ItemTaskEvent, Recorded, ReferralEvent, TrackingAsOf } from '@throughline/domain';
import type { Insertable, Kysely } from 'kysely';
import type { Projection } from '../projecting/projection.js';
import type { ReadModelSchema } from '../read-model-schema.js';
import type { ReferralOwners } from '../referral-detail/referral-detail.query.js';

export interface OrderTrackingTable {
  /** `{referral id} {order id}`. */
  id: string;
  order_id: string;
  referral_id: string;
  company_id: number | null;
  submitter_user_id: string | null;
  tracking: readonly Parcel[];
}

declare module '../read-model-schema.js' {
  interface ReadModelSchema {
    order_tracking: OrderTrackingTable;
  }
}

type Parcel = Pick<TrackingAsOf, 'carrier' | 'number'>;

interface Orders extends ReferralOwners {
  readonly orders: readonly {
    readonly referralId: string;
    readonly orderId: string;
    readonly itemIds: readonly number[];
  }[];
  readonly parcels: readonly TrackingAsOf[];
}

/** The parcels of the supplier's orders. An order whose items were all stopped has none. */
export const orderTrackingProjection: Projection<Orders, Insertable<OrderTrackingTable>> = {
  name: 'order-tracking',
  version: 1,
  categories: ['referral', 'itemTask'],
  evolve: (state, recorded) => evolve(state, recorded as Recorded<ReferralEvent | ItemTaskEvent>),
  table: {
    key: 'id',
    columns: {
      id: 'text',
      order_id: 'text',
      referral_id: 'text',
      company_id: 'integer',
      submitter_user_id: 'text',
      tracking: 'json',
    },
    indexes: (table) => [`on ${table} (order_id)`],
  },
  rows: ({ orders, parcels, companyId, submitterUserId }) =>
    orders.map(({ referralId, orderId, itemIds }) => ({
      id: `${referralId} ${orderId}`,
      order_id: orderId,
      referral_id: referralId,
      company_id: companyId,
      submitter_user_id: submitterUserId,
      tracking: parcels
        .filter((parcel) => parcel.itemIds.some((id) => itemIds.includes(id)))
        .map(({ carrier, number }) => ({ carrier, number })),
    })),
};

function evolve(state: Orders | undefined, event: Recorded<ReferralEvent | ItemTaskEvent>): Orders | undefined {
  if (event.type === 'ReferralSubmitted') {
    const { companyId } = event.data;
    return { companyId, submitterUserId: event.metadata.actor.userId, orders: [], parcels: [] };
  }
  if (!state) return state;
  switch (event.type) {
    case 'ItemsOrdered': {
      const { referralId, orderId, itemIds } = event.data;
      const others = without(state.orders, itemIds);
      const same = others.find((order) => order.orderId === orderId);
      const ordered = { referralId, orderId, itemIds: [...(same?.itemIds ?? []), ...itemIds] };
      return { ...state, orders: [...others.filter((order) => order !== same), ordered] };
    }
    case 'OutcomeUndone':
      return event.data.outcome === 'order-placed'
        ? { ...state, orders: without(state.orders, event.data.itemIds) }
        : state;
    case 'ItemsStopped':
      return { ...state, orders: without(state.orders, event.data.itemIds) };
    case 'TrackingNumberAssigned': {
      const { itemIds, carrier, number } = event.data;
      return { ...state, parcels: [...state.parcels, { itemIds, carrier, number }] };
    }
    default:
      return state;
  }
}

const without = (orders: Orders['orders'], itemIds: readonly number[]): Orders['orders'] =>
  orders.map((order) => ({ ...order, itemIds: order.itemIds.filter((id) => !itemIds.includes(id)) }));

export interface TrackedOrder extends ReferralOwners {
  readonly referralId: string;
  readonly tracking: readonly Parcel[];
}

/**
 * The orders with this id. Suppliers assign the ids and people type them, so more than one referral may have it. The caller must check the
 * permission for each.
 */
export async function findOrders(db: Kysely<ReadModelSchema>, orderId: string): Promise<readonly TrackedOrder[]> {
  const rows = await db
    .selectFrom('order_tracking')
    .where('order_id', '=', orderId)
    .orderBy('id')
    .select(['referral_id', 'company_id', 'submitter_user_id', 'tracking'])
    .execute();
  return rows.map(({ referral_id, company_id, submitter_user_id, tracking }) => ({
    referralId: referral_id,
    companyId: company_id,
    submitterUserId: submitter_user_id,
    tracking,
  }));
}
