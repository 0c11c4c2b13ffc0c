import { foldedFact as folded } from '@throughline/contracts';
import { foldedMedicaidId, type OrderedItem } from '@throughline/domain';

/*
 * What tells whether two orders are the same (docs/decisions/0107), besides `memberKey`. Stored rows contain these: changing one requires a new
 * version of their projection.
 */

/** Null: the order has no Medicaid ID. */
export const medicaidKey = (medicaidId: string | null): string | null => foldedMedicaidId(medicaidId ?? '') || null;

type ComparedItem = Pick<OrderedItem, 'catalogueId' | 'item' | 'description'> & {
  readonly option: { readonly id: string } | null;
};

/** Equal for the same items, in whatever order they stand in the cart and however many of each were ordered. */
export function itemsKey(items: readonly ComparedItem[]): string {
  const keys = items.map(({ catalogueId, option, item, description }) =>
    // The catalogue may rename what it offers meanwhile.
    JSON.stringify(catalogueId === null ? [folded(item), folded(description ?? '')] : [catalogueId, option?.id ?? '']),
  );
  return [...new Set(keys)].sort().join();
}
