import { CATALOGUE_PICTURES, type ItemsByCategory, type ListItemsBody } from '@throughline/contracts';
import { itemsFor } from '@throughline/domain';
import type { IllustratedCatalogue } from '../engine/read-catalogue.js';

/** POST /items/ : what a member in this state may be sent, by category in the order in which they are shown. */
export function itemsByCategory({ items, titles }: IllustratedCatalogue, asked: ListItemsBody): ItemsByCategory {
  const answer: ItemsByCategory = {};
  for (const { id, itemCategory, item, description, hcpcs, image, options } of itemsFor(items, asked)) {
    const ofCategory = (answer[itemCategory] ??= []);
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
  return answer;
}
