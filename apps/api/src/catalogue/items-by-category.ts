import type { ItemsByCategory, ListItemsBody } from '@throughline/contracts';
import { itemsFor } from '@throughline/domain';

/** POST /items/ : what a member in this state may be sent, by category in the order in which they are shown. */
export function itemsByCategory(asked: ListItemsBody): ItemsByCategory {
  const answer: ItemsByCategory = {};
  for (const { id, itemCategory, item, description, hcpcs, options } of itemsFor(asked)) {
    const ofCategory = (answer[itemCategory] ??= []);
    ofCategory.push({ id, itemCategory, item, description, hcpcs, image: null, options: [...options] });
  }
  return answer;
}
