import { carrierBody, newCarrierBody } from '@throughline/contracts';
import { CARRIER, NUMBER_IN_LINK } from '@throughline/domain';
import { type ManagedList, ManagedTable } from '../../ui/tables/managed-table.js';

const CARRIERS: ManagedList<typeof CARRIER> = {
  of: CARRIER,
  path: '/carriers',
  about: 'Tracking numbers are recorded under one of the active carriers.',
  empty: 'Without carriers, no tracking number can be recorded.',
  help: {
    link: `The carrier’s page of one parcel, with ${NUMBER_IN_LINK} in the place of the tracking number. Without a link, numbers open nothing.`,
  },
  addBody: newCarrierBody,
  changeBody: carrierBody,
  whenChanged: 'Tracking numbers keep the name under which they were recorded, and open the present link.',
  whenDeactivated: 'No new tracking number is recorded under it. Those that are there stay, and open its link.',
  whenReactivated: 'New tracking numbers can be recorded under it again.',
};

/** The table of carriers, in which an admin adds, changes, deactivates and reactivates them. */
export const CarrierList = () => <ManagedTable list={CARRIERS} />;
