import { type Language, LANGUAGES, LOCALES, translatorBy } from '@throughline/domain';
import format, { type CompiledMessage, type FormatOptions, type FormatValues } from 'icu-minify/format';
import { atom, getDefaultStore, useAtomValue } from 'jotai';
import { createContext, createElement, Fragment, type ReactNode, useContext } from 'react';
import { once } from '../api/single-flight.js';
import { siteStorage } from '../session/storage/browser-storage.js';

/** The name of each language in that language. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = { en: 'English', es: 'Español' };

/** The storage key of the language that was chosen in this browser. */
export const LANGUAGE_KEY = 'throughline.language';
/** The storage key of the account's language. Removed at Log Out. */
const ACCOUNT_LANGUAGE_KEY = 'throughline.account-language';

const shownAtom = atom<Language>('en');
/** The language whose texts are being loaded. It is shown once they are loaded. */
const wantedAtom = atom<Language>('en');
const store = getDefaultStore();

/** Null for the reader's language. */
const PageLanguageContext = createContext<Language | null>(null);

interface InLanguageProps {
  readonly children: ReactNode;
}

/**
 * Encloses a page, or a part of one, that is in English only. Components that are shared with other pages are in English there, too, and
 * screen readers speak all of it in English.
 */
export const InEnglish = ({ children }: InLanguageProps) => inLanguage('en', 'en', children);

/** Encloses what an English page shows to somebody who may not see it, such as the request to sign in. */
export const InReadersLanguage = ({ children }: InLanguageProps) => inLanguage(useAtomValue(shownAtom), null, children);

const inLanguage = (lang: Language, ofPage: Language | null, children: ReactNode) =>
  createElement(
    'div',
    { lang, style: { display: 'contents' } },
    createElement(PageLanguageContext, { value: ofPage }, children),
  );

/** The language of the page around a component. */
export function useLanguage(): Language {
  const read = useAtomValue(shownAtom);
  return useContext(PageLanguageContext) ?? read;
}

/** The shown language, for code outside components. */
export const shownLanguage = (): Language => store.get(shownAtom);

/** The locale for `Intl`. */
export const localeOf = (language: Language): string => LOCALES[language];

/** Texts by their keys, compiled from ICU messages by the build (build/texts.ts). */
type Catalogue = Readonly<Record<string, CompiledMessage>>;

/** The texts of a part of the console. */
interface TextSet {
  readonly en: Catalogue;
  readonly loadSpanish: () => Promise<Catalogue>;
  es?: Catalogue;
}

/** The parts whose code is loaded. */
const textSets = new Map<string, TextSet>();

type Values = Readonly<Record<string, string | number>>;
type RichValues = Readonly<Record<string, string | number | ((words: ReactNode) => ReactNode)>>;

/** Returns a text in a language. `rich` passes the content of a tag, such as `<link>` or `<id></id>`, to the function of that name. */
export interface Translate<Key extends string> {
  (key: Key, values?: Values): string;
  readonly rich: (key: Key, values: RichValues) => ReactNode;
}

/**
 * A hook that returns the texts of `texts/<language>/<name>.json`. English is bundled with the importing code; another language is loaded
 * when it is shown. `in` and `now` are for code outside components; `now` uses the shown language.
 */
export function textsOf<English extends object>(name: string, english: English) {
  type Key = keyof English & string;
  const textSet = textSets.get(name) ?? addTextSet(name, english as unknown as Catalogue);
  const t = { en: translateIn<Key>(textSet, 'en'), es: translateIn<Key>(textSet, 'es') };
  const useTexts = (): Translate<Key> => t[useLanguage()];
  return Object.assign(useTexts, {
    in: (language: Language) => t[language],
    now: (key: Key, values?: Values) => t[store.get(shownAtom)](key, values),
  });
}

const words = addTextSet('words', {}, () => import('../../../../libs/domain/src/kernel/es/words.json'));
const translateWord = translateIn<string>(words, 'es');

/** Spanish texts by their English that administrators maintain, such as the names of the catalogue. */
const addedWordsAtom = atom<Readonly<Record<string, string>>>({});

/** Makes `useWords` know these texts as well. A text of the domain comes first. */
export const addWords = (added: Readonly<Record<string, string>>) =>
  store.set(addedWordsAtom, { ...store.get(addedWordsAtom), ...added });

const unchanged = (english: string) => english;
const translatorAtom = atom((get) => {
  if (get(shownAtom) === 'en') return unchanged;
  const [known = {}, added] = [words.es, get(addedWordsAtom)];
  return translatorBy(Object.keys({ ...added, ...known }), (key, places) =>
    key in known ? translateWord(key, places) : added[key]!,
  );
});
const wordsAtom = atom((get) => {
  const translated = get(translatorAtom);
  return (english: string) => translated(english) ?? english;
});

/**
 * Translates words of the contracts and the domain, which requests and stored events have in English. The domain's `es/words.json` has
 * translations by the English words, also with placeholders such as `{label} is required.` Other text, such as what a person wrote, is
 * returned unchanged.
 */
export function useWords(): (english: string) => string {
  const translate = useAtomValue(wordsAtom);
  return useLanguage() === 'en' ? unchanged : translate;
}

/** Whether `useWords` has a translation in the shown language. */
export const isTranslated = (english: string): boolean => store.get(translatorAtom)(english) !== null;

function addTextSet(
  name: string,
  en: Catalogue,
  importSpanish: () => Promise<unknown> = () => import(`../../texts/es/${name}.json`),
): TextSet {
  const textSet: TextSet = {
    en,
    loadSpanish: once(async () => {
      const { default: es } = (await importSpanish()) as { default: Catalogue };
      return (textSet.es = es);
    }),
  };
  textSets.set(name, textSet);
  return textSet;
}

/** The parts of `Intl` that messages need. */
export const FORMATS: FormatOptions = {
  formatters: {
    getDateTimeFormat: (...args) => new Intl.DateTimeFormat(...args),
    getNumberFormat: (...args) => new Intl.NumberFormat(...args),
    getPluralRules: (...args) => new Intl.PluralRules(...args),
  },
};

function translateIn<Key extends string>(textSet: TextSet, language: Language): Translate<Key> {
  const translate = (key: Key, values: FormatValues<ReactNode> = {}) =>
    format(textSet[language]?.[key] ?? textSet.en[key] ?? key, LOCALES[language], values, FORMATS);
  return Object.assign((key: Key, values?: Values) => String(translate(key, values)), {
    rich: (key: Key, values: RichValues) => inOrder(translate(key, functionsInOrder(values))),
  });
}

const inOrder = (parts: ReactNode) =>
  Array.isArray(parts) ? createElement(Fragment, null, ...(parts as ReactNode[])) : parts;

/** The content of a tag is passed as an array. */
const functionsInOrder = (values: RichValues) =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'function' ? (parts: ReactNode[]) => value(inOrder(parts)) : value,
    ]),
  ) as FormatValues<ReactNode>;

/** Resolves when all loaded code has its texts in the wanted language; null if it already has. */
function loadMissingTexts(): Promise<unknown> | null {
  if (store.get(wantedAtom) === 'en') return null;
  const missing = [...textSets.values()].filter(({ es }) => es === undefined);
  return missing.length === 0 ? null : Promise.all(missing.map(({ loadSpanish }) => loadSpanish()));
}

/** Loads code together with its texts. */
export async function withTexts<Code>(loading: Promise<Code>): Promise<Code> {
  const code = await loading;
  await loadMissingTexts();
  return code;
}

/**
 * Shows the language that was chosen in this browser, else that of the account, else the first supported one of the browser's languages.
 * Null if nothing has to be loaded.
 */
export function startLanguage(): Promise<unknown> | null {
  const language = chosenLanguage() ?? storedLanguage(ACCOUNT_LANGUAGE_KEY) ?? languageAmong(navigator.languages);
  return language === 'en' ? null : showLanguage(language).catch(() => undefined);
}

export const languageAmong = (preferred: readonly string[]): Language =>
  preferred.map((tag) => tag.slice(0, 2).toLowerCase()).find(isLanguage) ?? 'en';

const isLanguage = (text: string | null): text is Language => LANGUAGES.some((language) => language === text);

/** The language that was chosen in this browser. */
export const chosenLanguage = (): Language | null => storedLanguage(LANGUAGE_KEY);

/** Shows another language, and stores the choice in this browser. The page is rendered again in place, so that input stays. */
export async function chooseLanguage(language: Language): Promise<void> {
  await showLanguage(language);
  siteStorage.setItem(LANGUAGE_KEY, language);
}

/** Shows the language of the person's account, unless another one was chosen in this browser. */
export async function showAccountLanguage(language: Language): Promise<void> {
  if (chosenLanguage() !== null) return;
  await showLanguage(language);
  siteStorage.setItem(ACCOUNT_LANGUAGE_KEY, language);
}

async function showLanguage(language: Language): Promise<void> {
  store.set(wantedAtom, language);
  try {
    await loadMissingTexts();
  } catch (error) {
    store.set(wantedAtom, shownLanguage());
    throw error;
  }
  // Another language was chosen meanwhile.
  if (store.get(wantedAtom) !== language) return;
  store.set(shownAtom, language);
  document.documentElement.lang = language;
}

function storedLanguage(key: string): Language | null {
  const stored = siteStorage.getItem(key);
  return isLanguage(stored) ? stored : null;
}
