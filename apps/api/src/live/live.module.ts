import { Module } from '@nestjs/common';
import { Admissions } from './admission.js';
import { FeedTail } from './feed-tail.js';
import { JoinTopic } from './join-topic.js';
import { LiveSockets } from './live-sockets.js';
import { LiveGateway } from './live.gateway.js';

@Module({ providers: [FeedTail, Admissions, JoinTopic, LiveSockets, LiveGateway] })
export class LiveModule {}
