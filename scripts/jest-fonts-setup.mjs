import { buildStale } from './launcher/build.mjs';

/** The specs of the submission PDF read its fonts from dist/fonts: unpacks them there if they are not, or not the right ones. */
export default () => buildStale(new AbortController().signal, ['fonts']);
