import { type Language, LANGUAGES, LOCALES, translatorBy } from '@throughline/domain/kernel';
import compile from 'icu-minify/compile';
import format, { type CompiledMessage, type FormatOptions } from 'icu-minify/format';
import pages from './en/pages.json' with { type: 'json' };
import portal from './en/portal.json' with { type: 'json' };
import signIn from './en/sign-in.json' with { type: 'json' };
import pagesInSpanish from './es/pages.json' with { type: 'json' };
import portalInSpanish from './es/portal.json' with { type: 'json' };
import signInInSpanish from './es/sign-in.json' with { type: 'json' };
import words from '../../domain/src/kernel/es/words.json' with { type: 'json' };

const ENGLISH = { ...portal, ...signIn, ...pages };

/** The key of a text. */
export type MailText = keyof typeof ENGLISH;

/** A date is a calendar day, given as midnight UTC. */
export type MailValues = Readonly<Record<string, string | number | Date>>;

type Messages<Key extends string> = Readonly<Record<Key, CompiledMessage>>;

const compiled = <Key extends string>(messages: Readonly<Record<Key, string>>): Messages<Key> =>
  Object.fromEntries(
    Object.entries<string>(messages).map(([key, message]) => [key, compile(message)]),
  ) as Messages<Key>;

const TEXTS: Readonly<Record<Language, Messages<MailText>>> = {
  en: compiled(ENGLISH),
  es: compiled({ ...portalInSpanish, ...signInInSpanish, ...pagesInSpanish }),
};
const WORDS: Messages<string> = compiled(words);

const FORMATS: FormatOptions = {
  timeZone: 'UTC',
  formatters: {
    getDateTimeFormat: (...args) => new Intl.DateTimeFormat(...args),
    getNumberFormat: (...args) => new Intl.NumberFormat(...args),
    getPluralRules: (...args) => new Intl.PluralRules(...args),
  },
};

const said = (message: CompiledMessage, language: Language, values: MailValues): string =>
  String(format(message, LOCALES[language], values, FORMATS));

/** Renders the texts of mails, text messages and pages of mailed links. */
export const translateIn =
  (language: Language) =>
  (key: MailText, values: MailValues = {}): string =>
    said(TEXTS[language][key], language, values);

const spanishOf = translatorBy(Object.keys(words), (sentence, places) =>
  said(WORDS[sentence] ?? sentence, 'es', places),
);

/** Translates the words of the domain, which has them in English. */
export const wordsIn =
  (language: Language) =>
  (english: string): string =>
    language === 'en' ? english : (spanishOf(english) ?? english);

/** The locale of a profile at the identity provider, such as `es_US`. */
export const localeOf = (language: Language): string => LOCALES[language].replace('-', '_');

/** The language of a profile; English if it has no locale, or one without texts. */
export const languageOf = (locale: string | null | undefined): Language =>
  LANGUAGES.find((language) => locale?.startsWith(language)) ?? 'en';
