import { Module } from '@nestjs/common';
import { CommandModule } from '../command/command.module.js';
import { CatalogueController } from './catalogue.controller.js';
import { CheckCatalogueHandler, PlanCatalogueHandler } from './plan-catalogue.js';

@Module({
  imports: [CommandModule],
  controllers: [CatalogueController],
  providers: [CheckCatalogueHandler, PlanCatalogueHandler],
})
export class CatalogueModule {}
