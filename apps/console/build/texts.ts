import compile from 'icu-minify/compile';
import type { Plugin } from 'vite';

const IN_TEXTS = /\/(apps\/console\/texts\/\w+\/[\w-]+|libs\/domain\/src\/kernel\/es\/words)\.json$/;

/** Compiles the ICU messages of `texts` and of the domain's words at build time, so that the browser needs no parser. */
export const texts: Plugin = {
  name: 'texts',
  enforce: 'pre',
  transform: {
    filter: { id: IN_TEXTS },
    handler: (json) => {
      const messages = Object.entries(JSON.parse(json) as Record<string, string>);
      return {
        code: JSON.stringify(Object.fromEntries(messages.map(([key, text]) => [key, compile(text)]))),
        map: null,
      };
    },
  },
};
