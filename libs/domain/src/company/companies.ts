export interface Company {
  readonly id: number;
  readonly name: string;
  /** Two letters. */
  readonly state: string;
}

/** Companies that people can belong to. 40 sends the diaper orders (ordering specification, section 9). All are invented. */
export const COMPANIES: readonly Company[] = [
  { id: 1, name: 'Throughline Medical Supply', state: 'TX' },
  { id: 12, name: 'Saguaro Health Plan', state: 'AZ' },
  { id: 15, name: 'Copper State Family Care', state: 'AZ' },
  { id: 21, name: 'Lone Star Community Health', state: 'TX' },
  { id: 26, name: 'Gulf Coast Pediatrics', state: 'TX' },
  { id: 33, name: 'Suncoast Care Partners', state: 'FL' },
  { id: 40, name: 'Commonwealth Community Plan', state: 'VA' },
  { id: 47, name: 'Golden Valley Health Network', state: 'CA' },
  { id: 52, name: 'Magnolia Community Plan', state: 'MS' },
];

/** Undefined for null and for an id that no company has. */
export function companyOf(companyId: number | null): Company | undefined {
  return COMPANIES.find(({ id }) => id === companyId);
}
