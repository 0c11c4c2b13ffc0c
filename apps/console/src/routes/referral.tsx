import { withoutGroups } from '@throughline/contracts';
import { useParams } from 'react-router-dom';
import { ReferralDetailPage } from '../features/referral/detail/referral-detail-page.js';
import { onDemand } from '../ui/page/on-demand.js';
import { AtMoment } from './at-moment.js';

const load = () => import('../features/item-task/task/acts/stopped-actions.js');
const STOPPED = {
  Actions: onDemand(async () => (await load()).StoppedActions),
  Dialog: onDemand(async () => (await load()).StoppedDialog),
};

export const Component = () => (
  <AtMoment id={withoutGroups(useParams()['id'] ?? '')} page="Referral">
    <ReferralDetailPage stopped={STOPPED} />
  </AtMoment>
);
