import { Module } from '@nestjs/common';
import { CommandModule } from '../command/command.module.js';
import { BannerController } from './banner.controller.js';

@Module({ imports: [CommandModule], controllers: [BannerController] })
export class BannerModule {}
