/** The texts of mails, text messages and the pages of mailed links, in each language. */
export { type Language, LANGUAGES } from '@throughline/domain/kernel';
export * from './mail-texts.js';
