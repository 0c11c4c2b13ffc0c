import { BANNER_WORDS } from './banner/banner.js';
import { CARRIER, CARRIER_WORDS, carriersDecider } from './carrier/carrier.js';
import { CATALOGUE_WORDS } from './catalogue/catalogue.events.js';
import { ORDERING_GROUP_WORDS, orderingGroupDecider } from './catalogue/ordering-group.js';
import { ELIGIBILITY_IMPORT_WORDS } from './eligibility-import/eligibility-import.events.js';
import { FAILURE_WORDS } from './failure/failure.js';
import type { ManagedDecider } from './kernel/managed-list.js';
import { NOTE_TEMPLATE_WORDS, noteTemplatesDecider } from './note/note-template.js';

export * from './banner/banner.js';
export * from './carrier/carrier.js';
export * from './catalogue/ordering-group.js';
export * from './failure/failure.js';
export * from './note/note-template.js';

/**
 * What administrators manage apart from cases and accounts, by the category of its streams: the words of its events, and the area under which the
 * audit and the Admin page list it. The contracts and the console do not compile while a noun of this table has no routes or no tab, and the API does
 * not start while nothing serves its routes.
 */
export const ADMINISTRATION = {
  banner: { words: BANNER_WORDS, area: 'Banners' },
  carriers: { words: CARRIER_WORDS, area: CARRIER.area },
  catalogue: { words: CATALOGUE_WORDS, area: 'Catalogue' },
  eligibilityImport: { words: ELIGIBILITY_IMPORT_WORDS, area: 'Eligible members' },
  failure: { words: FAILURE_WORDS, area: 'Failed jobs' },
  noteTemplates: { words: NOTE_TEMPLATE_WORDS, area: 'Note templates' },
  orderingGroup: { words: ORDERING_GROUP_WORDS, area: 'Groups' },
} as const;

export type AdminCategory = keyof typeof ADMINISTRATION;
/** The name of a noun's area. */
export type AdminArea<C extends AdminCategory = AdminCategory> = (typeof ADMINISTRATION)[C]['area'];

/**
 * Nouns that are read as the state that their decider folds: each has a read model of one row per stream, which follows from its line. When a fold comes to
 * mean something else, its `version` is the next one. `table` names what is stored where it does not follow from the category: with `column`, a row holds
 * that value of the state alone. Apart from the table above, which the console loads.
 */
export const READ_AS_STATE = {
  carriers: { version: 1, decider: carriersDecider },
  noteTemplates: {
    version: 1,
    decider: noteTemplatesDecider,
    table: { name: 'note-template', key: 'list_id', column: 'templates' },
  },
  orderingGroup: {
    version: 1,
    decider: orderingGroupDecider,
    table: { name: 'ordering-group', key: 'group_key', column: 'withheld' },
  },
} as const;

/** The lists among them that `managedDecider` decides on. */
export const managedLists = (): readonly ManagedDecider[] =>
  Object.values(READ_AS_STATE)
    .map(({ decider }): object => decider)
    .filter((decider): decider is ManagedDecider => 'example' in decider);
