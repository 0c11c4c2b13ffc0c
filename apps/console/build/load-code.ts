import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

/** The module with which code that Vite builds loads further code. */
const VITES_OWN = '\0vite/preload-helper.js';

/** Makes the console load code in its own way (src/routes/router/load-code.ts). The build fails if Vite names its module differently. */
export function loadCode(): Plugin {
  let isReplaced = false;
  return {
    name: 'load-code',
    apply: 'build',
    enforce: 'pre',
    resolveId(source) {
      if (source !== VITES_OWN) return null;
      isReplaced = true;
      return fileURLToPath(new URL('../src/routes/router/load-code.ts', import.meta.url));
    },
    buildEnd(error) {
      if (!error && !isReplaced) this.error(`Nothing imports ${VITES_OWN} any more`);
    },
  };
}

/**
 * Every file that must be loaded before a part is imported, and the part's own file. `file` and `imported` are names in the folder of the
 * build.
 */
export const filesOfPart = (file: string, imported: string[], { hostType }: { readonly hostType: 'html' | 'js' }) =>
  hostType === 'html' || imported.includes(file) ? imported : [file, ...imported];
