/** The 28 choices of the ordering specification, section 9. The label is what an order carries; the code is ISO 639. */
// prettier-ignore
export const PREFERRED_LANGUAGES = [
  ['English', 'en'], ['Spanish', 'es'], ['American Sign Language', 'ase'], ['Amharic', 'am'], ['Arabic', 'ar'], ['Armenian', 'hy'],
  ['Chinese, Cantonese', 'yue'], ['Chinese, Mandarin', 'cmn'], ['Farsi / Persian', 'fa'], ['French', 'fr'], ['German', 'de'],
  ['Gujarati', 'gu'], ['Haitian Creole', 'ht'], ['Hindi', 'hi'], ['Hmong', 'hmn'], ['Japanese', 'ja'], ['Khmer', 'km'], ['Korean', 'ko'],
  ['Navajo', 'nv'], ['Nepali', 'ne'], ['Polish', 'pl'], ['Portuguese', 'pt'], ['Russian', 'ru'], ['Somali', 'so'],
  ['Tagalog / Filipino', 'fil'], ['Urdu', 'ur'], ['Vietnamese', 'vi'], ['Other: Specify in additional information', null],
] as const;
