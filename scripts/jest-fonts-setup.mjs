import { buildStale } from './launcher/installation/build.mjs';

/** The specs of the submission PDF read its fonts from dist/fonts: unpacks them there if they are missing or outdated. */
export default () => buildStale(new AbortController().signal, ['fonts']);
