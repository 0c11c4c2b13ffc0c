import { parseCatalogue } from '@throughline/contracts';
import { loadConfig, readConfigFile } from '@throughline/platform';

/** What this installation can send: example orders are of that, and read once. */
export const DEMO_CATALOGUE = await readConfigFile('CATALOGUE_FILE', loadConfig().catalogueFile, parseCatalogue);
