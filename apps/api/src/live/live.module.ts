import { Module } from '@nestjs/common';
import { AccessLogModule } from '../access-log/access-log.module.js';
import { IdentityModule } from '../identity/identity.module.js';
import { ReferralAccessModule } from '../referral-access/referral-access.module.js';
import { Admissions } from './admission.js';
import { ChangedRights } from './changed-rights.js';
import { FeedTail } from './feed-tail.js';
import { JoinTopic } from './join-topic.js';
import { LiveConnections } from './live-connections.js';
import { LiveSockets } from './live-sockets.js';
import { LiveGateway } from './live.gateway.js';
import { ProjectionDelay } from './projection-delay.js';
import { ShownBanners } from './shown-banners.js';
import { TaskPresence } from './task-presence.js';
import { TopicRooms } from './topic-rooms.js';

@Module({
  imports: [AccessLogModule, IdentityModule, ReferralAccessModule],
  providers: [
    LiveConnections,
    ChangedRights,
    FeedTail,
    TopicRooms,
    Admissions,
    JoinTopic,
    TaskPresence,
    ShownBanners,
    ProjectionDelay,
    LiveSockets,
    LiveGateway,
  ],
  exports: [ShownBanners],
})
export class LiveModule {}
