import { Module } from '@nestjs/common';
import { CommandModule } from '../command/command.module.js';
import { CatalogueController } from './catalogue.controller.js';
import { OrderingGroupController } from './ordering-group.controller.js';
import { PlanCatalogueHandler } from './plan-catalogue.js';

@Module({
  imports: [CommandModule],
  controllers: [CatalogueController, OrderingGroupController],
  providers: [PlanCatalogueHandler],
})
export class CatalogueModule {}
