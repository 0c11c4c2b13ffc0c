import format, { type CompiledMessage, type FormatOptions, type FormatValues } from 'icu-minify/format';
import { atom, getDefaultStore, useAtomValue } from 'jotai';
import { createElement, Fragment, type ReactNode } from 'react';
import { once } from '../api/single-flight.js';

/** Each in its own words. */
export const LANGUAGES = { en: 'English', es: 'Español' } as const;
export type Language = keyof typeof LANGUAGES;

const LOCALES: Readonly<Record<Language, string>> = { en: 'en-US', es: 'es-US' };

/** Where the browser keeps the language that was chosen. */
const LANGUAGE_KEY = 'throughline.language';

const shownAtom = atom<Language>('en');
/** The language whose texts are loaded; shown when they are there. */
const wantedAtom = atom<Language>('en');
const store = getDefaultStore();

export const useLanguage = (): Language => useAtomValue(shownAtom);

/** For `Intl`. */
export const locale = (): string => LOCALES[store.get(shownAtom)];

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
export interface Say<Key extends string> {
  (key: Key, values?: Values): string;
  readonly rich: (key: Key, values: RichValues) => ReactNode;
}

/**
 * The hook that says the texts of `texts/<language>/<name>.json`. English comes with the code that imports it, another language when it is
 * shown. `now` says a text outside a component.
 */
export function textsOf<English extends object>(name: string, english: English) {
  type Key = keyof English & string;
  const room = rooms.get(name) ?? openRoom(name, english as unknown as Catalogue);
  const say = { en: sayIn<Key>(room, 'en'), es: sayIn<Key>(room, 'es') };
  const useTexts = (): Say<Key> => say[useLanguage()];
  return Object.assign(useTexts, { now: (key: Key, values?: Values) => say[store.get(shownAtom)](key, values) });
}

const useTextsOfWords = textsOf<Readonly<Record<string, string>>>('words', {});

/**
 * Says the words of the contracts and of the domain, which the wire and the stored events have in English: `texts/es/words.json` has them by
 * their English, also with places such as `{label} is required.` What it does not have, such as what a person wrote, stays as it is.
 */
export const useWords = (): ((english: string) => string) => (useLanguage() === 'en' ? asItIs : translated);

const asItIs = (english: string) => english;

function translated(english: string): string {
  const known = rooms.get('words')?.es ?? {};
  if (Object.hasOwn(known, english)) return useTextsOfWords.now(english);
  for (const sentence of Object.keys(known).filter((key) => key.includes('{'))) {
    const places = new RegExp(`^${sentence.replace(/{(\w+)}/g, '(?<$1>.+)')}$`).exec(english)?.groups;
    if (places === undefined) continue;
    const said = Object.entries(places).map(([name, words]) => [name, translated(words)]);
    return useTextsOfWords.now(sentence, Object.fromEntries(said) as Values);
  }
  return english;
}

function openRoom(name: string, en: Catalogue): Room {
  const room: Room = {
    en,
    loadSpanish: once(async () => {
      const { default: es } = (await import(`../../texts/es/${name}.json`)) as { default: Catalogue };
      return (room.es = es);
    }),
  };
  rooms.set(name, room);
  return room;
}

const FORMATS: FormatOptions = {
  formatters: {
    getDateTimeFormat: (...args) => new Intl.DateTimeFormat(...args),
    getNumberFormat: (...args) => new Intl.NumberFormat(...args),
    getPluralRules: (...args) => new Intl.PluralRules(...args),
  },
};

function sayIn<Key extends string>(room: Room, language: Language): Say<Key> {
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
export function textsComing(): Promise<unknown> | null {
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

/** Shows the language that was chosen in this browser, else the first of the browser's own that there is. Null if nothing has to be loaded. */
export function startLanguage(): Promise<unknown> | null {
  const language = keptLanguage() ?? languageAmong(navigator.languages);
  return language === 'en' ? null : showLanguage(language).catch(() => store.set(wantedAtom, 'en'));
}

export const languageAmong = (preferred: readonly string[]): Language =>
  preferred.map((tag) => tag.slice(0, 2).toLowerCase()).find(isLanguage) ?? 'en';

const isLanguage = (text: string | null): text is Language => text !== null && Object.hasOwn(LANGUAGES, text);

/** Shows another language, and keeps the choice in this browser. Nothing that was typed is lost: the page is rendered again in place. */
export async function chooseLanguage(language: Language): Promise<void> {
  const before = store.get(shownAtom);
  await showLanguage(language).catch((error: unknown) => {
    store.set(wantedAtom, before);
    throw error;
  });
  try {
    localStorage.setItem(LANGUAGE_KEY, language);
  } catch {
    // The storage is full or disabled.
  }
}

async function showLanguage(language: Language): Promise<void> {
  store.set(wantedAtom, language);
  await textsComing();
  store.set(shownAtom, language);
  document.documentElement.lang = language;
}

function keptLanguage(): Language | null {
  try {
    const kept = localStorage.getItem(LANGUAGE_KEY);
    return isLanguage(kept) ? kept : null;
  } catch {
    return null;
  }
}
