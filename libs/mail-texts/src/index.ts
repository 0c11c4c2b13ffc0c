/** What mails, text messages and the pages of mailed links say, in each language. */
export { type Language, LANGUAGES } from '@throughline/domain/kernel';
export * from './mail-texts.js';
