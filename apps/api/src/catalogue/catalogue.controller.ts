import { Body, Controller, Get, HttpCode, Post } from '@nestjs/common';
import { listItemsBody, type CompanyView, type ItemsByCategory, type ListItemsBody } from '@throughline/contracts';
import { COMPANIES } from '@throughline/domain';
import { Engines } from '../engine/engines.js';
import { shape } from '../http/shape.js';
import { anyone, MayCall } from '../identity/may-call.js';
import { itemsByCategory } from './items-by-category.js';

/** What can be ordered, and by whom one works: the same for everybody, so there is nobody to ask. */
@Controller()
@MayCall(anyone)
export class CatalogueController {
  constructor(private readonly engines: Engines) {}

  /** A question, though asked by POST: nothing is written. */
  @Post('items')
  @HttpCode(200)
  items(@Body(shape(listItemsBody)) asked: ListItemsBody): ItemsByCategory {
    return itemsByCategory(this.engines.catalogue, asked);
  }

  @Get('companies')
  companies(): readonly CompanyView[] {
    return COMPANIES;
  }
}
