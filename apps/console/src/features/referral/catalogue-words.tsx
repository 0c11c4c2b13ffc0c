import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../../api/api.js';
import { addWords, isTranslated, useLanguage, useWords } from '../../language/language.js';

/** An administrator's change of the Spanish texts is shown to a page that is opened this much later. */
const STALE_MS = 5_000;

const catalogueWordsQuery = queryOptions({
  queryKey: ['catalogue-words'],
  queryFn: async ({ signal }) => {
    const words = await call('GET /catalogue/words', {}, { signal });
    addWords(words);
    return words;
  },
  staleTime: STALE_MS,
});

const unchanged = (typed: string) => typed;

/**
 * Loads the Spanish names of the catalogue if the page is in Spanish. Returns `useWords`, which says them once they are loaded, and the
 * `lang` of what it says: `en` for a text that the catalogue has only in English. Both leave the names of a custom item as somebody typed
 * them.
 */
export function useCatalogueWords(isCustom = false) {
  const isSpanish = useLanguage() === 'es' && !isCustom;
  const words = useWords();
  useQuery({ ...catalogueWordsQuery, enabled: isSpanish });
  return {
    words: isCustom ? unchanged : words,
    langOf: (english: string) => (isSpanish && !isTranslated(english) ? 'en' : undefined),
  };
}

/** A name or a description of the catalogue in the page's language. */
export function CatalogueText({ children: english }: { readonly children: string }) {
  const { words, langOf } = useCatalogueWords();
  const lang = langOf(english);
  return lang ? <span lang={lang}>{words(english)}</span> : words(english);
}
