import { type Language, LANGUAGES, LOCALES, translatorBy } from '@throughline/domain';
import format, { type CompiledMessage, type FormatOptions, type FormatValues } from 'icu-minify/format';
import { atom, getDefaultStore, useAtomValue } from 'jotai';
import { createContext, createElement, Fragment, type ReactNode, useContext } from 'react';
import { once } from '../api/single-flight.js';
import { siteStorage } from '../session/browser-storage.js';

/** Each in its own words. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = { en: 'English', es: 'Español' };

/** Where the browser keeps the language that was chosen. */
export const LANGUAGE_KEY = 'throughline.language';
/** Where it keeps that of the account, until Log Out. */
const ACCOUNT_LANGUAGE_KEY = 'throughline.account-language';

const shownAtom = atom<Language>('en');
/** The language whose texts are loaded; shown when they are there. */
const wantedAtom = atom<Language>('en');
const store = getDefaultStore();

/** Null: the language that the person reads. */
const OfPageContext = createContext<Language | null>(null);

interface InLanguageProps {
  readonly children: ReactNode;
}

/**
 * Around a page, or a part of one, that is in English only: what it has in common with other pages is in English there, too, and a screen reader
 * speaks all of it in English.
 */
export const InEnglish = ({ children }: InLanguageProps) => around('en', 'en', children);

/** Around what an English page shows instead of itself to somebody who may not see it, such as the request to sign in. */
export const InReadersLanguage = ({ children }: InLanguageProps) => around(useAtomValue(shownAtom), null, children);

const around = (lang: Language, ofPage: Language | null, children: ReactNode) =>
  createElement(
    'div',
    { lang, style: { display: 'contents' } },
    createElement(OfPageContext, { value: ofPage }, children),
  );

/** The language of the page around a component. */
export function useLanguage(): Language {
  const read = useAtomValue(shownAtom);
  return useContext(OfPageContext) ?? read;
}

/** Outside a component. */
export const shownLanguage = (): Language => store.get(shownAtom);

/** For `Intl`. */
export const localeOf = (language: Language): string => LOCALES[language];

/** Texts by their keys, compiled from ICU messages when the console is built (build/texts.ts). */
type Catalogue = Readonly<Record<string, CompiledMessage>>;

/** The texts of a part of the console. */
interface Room {
  readonly en: Catalogue;
  readonly loadSpanish: () => Promise<Catalogue>;
  es?: Catalogue;
}

/** The parts whose code is loaded. */
const rooms = new Map<string, Room>();

type Values = Readonly<Record<string, string | number>>;
type RichValues = Readonly<Record<string, string | number | ((words: ReactNode) => ReactNode)>>;

/** Says a text in a language. `rich` gives what a tag of the text encloses, such as `<link>` or `<id></id>`, to the function of that name. */
export interface Translate<Key extends string> {
  (key: Key, values?: Values): string;
  readonly rich: (key: Key, values: RichValues) => ReactNode;
}

/**
 * The hook that says the texts of `texts/<language>/<name>.json`. English comes with the code that imports it, another language when it is
 * shown. `in` and `now` say a text outside a component: `now` in the language that the person reads.
 */
export function textsOf<English extends object>(name: string, english: English) {
  type Key = keyof English & string;
  const room = rooms.get(name) ?? openRoom(name, english as unknown as Catalogue);
  const t = { en: translateIn<Key>(room, 'en'), es: translateIn<Key>(room, 'es') };
  const useTexts = (): Translate<Key> => t[useLanguage()];
  return Object.assign(useTexts, {
    in: (language: Language) => t[language],
    now: (key: Key, values?: Values) => t[store.get(shownAtom)](key, values),
  });
}

const words = openRoom('words', {}, () => import('../../../../libs/domain/src/kernel/es/words.json'));
const translateWord = translateIn<string>(words, 'es');

const asItIs = (english: string) => english;
const translatorAtom = atom((get) =>
  get(shownAtom) === 'en' ? asItIs : translatorBy(Object.keys(words.es ?? {}), translateWord),
);
const wordsAtom = atom((get) => {
  const translated = get(translatorAtom);
  return (english: string) => translated(english) ?? english;
});

/**
 * Says the words of the contracts and of the domain, which the wire and the stored events have in English: the domain's `es/words.json` has
 * them by their English, also with places such as `{label} is required.` What it does not have, such as what a person wrote, stays as it is.
 */
export function useWords(): (english: string) => string {
  const said = useAtomValue(wordsAtom);
  return useLanguage() === 'en' ? asItIs : said;
}

/** Whether `useWords` has these words in the language that is shown. */
export const isTranslated = (english: string): boolean => store.get(translatorAtom)(english) !== null;

function openRoom(
  name: string,
  en: Catalogue,
  importSpanish: () => Promise<unknown> = () => import(`../../texts/es/${name}.json`),
): Room {
  const room: Room = {
    en,
    loadSpanish: once(async () => {
      const { default: es } = (await importSpanish()) as { default: Catalogue };
      return (room.es = es);
    }),
  };
  rooms.set(name, room);
  return room;
}

/** What the messages need of `Intl`. */
export const FORMATS: FormatOptions = {
  formatters: {
    getDateTimeFormat: (...args) => new Intl.DateTimeFormat(...args),
    getNumberFormat: (...args) => new Intl.NumberFormat(...args),
    getPluralRules: (...args) => new Intl.PluralRules(...args),
  },
};

function translateIn<Key extends string>(room: Room, language: Language): Translate<Key> {
  const said = (key: Key, values: FormatValues<ReactNode> = {}) =>
    format(room[language]?.[key] ?? room.en[key] ?? key, LOCALES[language], values, FORMATS);
  return Object.assign((key: Key, values?: Values) => String(said(key, values)), {
    rich: (key: Key, values: RichValues) => inOrder(said(key, functionsInOrder(values))),
  });
}

const inOrder = (parts: ReactNode) =>
  Array.isArray(parts) ? createElement(Fragment, null, ...(parts as ReactNode[])) : parts;

/** What a tag encloses comes as a list. */
const functionsInOrder = (values: RichValues) =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'function' ? (parts: ReactNode[]) => value(inOrder(parts)) : value,
    ]),
  ) as FormatValues<ReactNode>;

/** Resolves when the texts of all code that is loaded are there in the language that is wanted; null if they are. */
function textsComing(): Promise<unknown> | null {
  if (store.get(wantedAtom) === 'en') return null;
  const missing = [...rooms.values()].filter(({ es }) => es === undefined);
  return missing.length === 0 ? null : Promise.all(missing.map(({ loadSpanish }) => loadSpanish()));
}

/** Loads code together with its texts. */
export async function withTexts<Code>(loading: Promise<Code>): Promise<Code> {
  const code = await loading;
  await textsComing();
  return code;
}

/** Shows the language that was chosen in this browser, else that of the account, else the first of the browser's own that there is. Null if nothing has to be loaded. */
export function startLanguage(): Promise<unknown> | null {
  const language = chosenLanguage() ?? languageKept(ACCOUNT_LANGUAGE_KEY) ?? languageAmong(navigator.languages);
  return language === 'en' ? null : showLanguage(language).catch(() => undefined);
}

export const languageAmong = (preferred: readonly string[]): Language =>
  preferred.map((tag) => tag.slice(0, 2).toLowerCase()).find(isLanguage) ?? 'en';

const isLanguage = (text: string | null): text is Language => LANGUAGES.some((language) => language === text);

/** The language that was chosen in this browser. */
export const chosenLanguage = (): Language | null => languageKept(LANGUAGE_KEY);

/** Shows another language, and keeps the choice in this browser. Nothing that was typed is lost: the page is rendered again in place. */
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
    await textsComing();
  } catch (error) {
    store.set(wantedAtom, shownLanguage());
    throw error;
  }
  // Another language was asked for meanwhile.
  if (store.get(wantedAtom) !== language) return;
  store.set(shownAtom, language);
  document.documentElement.lang = language;
}

function languageKept(key: string): Language | null {
  const kept = siteStorage.getItem(key);
  return isLanguage(kept) ? kept : null;
}
