import { Controller, Inject } from '@nestjs/common';
import { CATALOGUE_PICTURES, catalogueRoutes, type ItemsByCategory, type ListItemsBody } from '@throughline/contracts';
import { COMPANIES, itemsFor } from '@throughline/domain';
import { CATALOGUE } from '../engines/engines.js';
import type { IllustratedCatalogue } from '../engines/read-catalogue.js';
import { type RouteRequest, Serves } from '../http/serves.js';

/** What can be ordered, and the companies that people work for: the same for every caller. */
@Controller()
export class CatalogueController {
  constructor(@Inject(CATALOGUE) private readonly catalogue: IllustratedCatalogue) {}

  @Serves(catalogueRoutes.listItems)
  listItems({ body }: RouteRequest<typeof catalogueRoutes.listItems>) {
    return itemsByCategory(this.catalogue, body);
  }

  @Serves(catalogueRoutes.listCompanies)
  listCompanies() {
    return COMPANIES;
  }
}

/** The items that a member in this state may order, by category in display order. */
function itemsByCategory({ items, titles }: IllustratedCatalogue, body: ListItemsBody): ItemsByCategory {
  const byCategory: ItemsByCategory = {};
  for (const { id, itemCategory, item, description, hcpcs, image, options } of itemsFor(items, body)) {
    const ofCategory = (byCategory[itemCategory] ??= []);
    ofCategory.push({
      id,
      itemCategory,
      item,
      description,
      hcpcs,
      image: image && `${CATALOGUE_PICTURES}/${image}`,
      imageAlt: image && (titles.get(image) ?? null),
      options: [...options],
    });
  }
  return byCategory;
}
