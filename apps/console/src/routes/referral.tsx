import { ReferralDetailPage } from '../features/referral/detail/referral-detail-page.js';
import { onDemand } from '../ui/page/on-demand.js';

const load = () => import('../features/item-task/task/acts/stopped-actions.js');
const STOPPED = {
  Actions: onDemand(async () => (await load()).StoppedActions),
  Dialog: onDemand(async () => (await load()).StoppedDialog),
};

export const Component = () => <ReferralDetailPage stopped={STOPPED} />;
