/** What mails and text messages say, in each language. */
export { type Language, LANGUAGES } from '@throughline/domain/kernel';
export * from './mail-texts.js';
