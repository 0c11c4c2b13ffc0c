/* The choices of an order form's lists. This file has no schemas, so that screens load it without zod. */

export const GENDERS = ['Male', 'Female', 'Other'] as const;

/** The 28 choices of the ordering specification, section 9. The label is what an order carries; the code is ISO 639. */
// prettier-ignore
export const PREFERRED_LANGUAGES = [
  ['English', 'en'], ['Spanish', 'es'], ['American Sign Language', 'ase'], ['Amharic', 'am'], ['Arabic', 'ar'], ['Armenian', 'hy'],
  ['Chinese, Cantonese', 'yue'], ['Chinese, Mandarin', 'cmn'], ['Farsi / Persian', 'fa'], ['French', 'fr'], ['German', 'de'],
  ['Gujarati', 'gu'], ['Haitian Creole', 'ht'], ['Hindi', 'hi'], ['Hmong', 'hmn'], ['Japanese', 'ja'], ['Khmer', 'km'], ['Korean', 'ko'],
  ['Navajo', 'nv'], ['Nepali', 'ne'], ['Polish', 'pl'], ['Portuguese', 'pt'], ['Russian', 'ru'], ['Somali', 'so'],
  ['Tagalog / Filipino', 'fil'], ['Urdu', 'ur'], ['Vietnamese', 'vi'], ['Other: Specify in additional information', null],
] as const;

/** Every state abbreviation of the Postal Service (Publication 28, appendix B): states, the District, territories, armed forces. */
// prettier-ignore
export const US_STATES = {
  AL: 'Alabama', AK: 'Alaska', AS: 'American Samoa', AZ: 'Arizona', AR: 'Arkansas', AA: 'Armed Forces Americas',
  AE: 'Armed Forces Europe, Africa, Middle East, Canada', AP: 'Armed Forces Pacific', CA: 'California', CO: 'Colorado', CT: 'Connecticut',
  DE: 'Delaware', DC: 'District of Columbia', FM: 'Federated States of Micronesia', FL: 'Florida', GA: 'Georgia', GU: 'Guam',
  HI: 'Hawaii', ID: 'Idaho', IL: 'Illinois', IN: 'Indiana', IA: 'Iowa', KS: 'Kansas', KY: 'Kentucky', LA: 'Louisiana', ME: 'Maine',
  MH: 'Marshall Islands', MD: 'Maryland', MA: 'Massachusetts', MI: 'Michigan', MN: 'Minnesota', MS: 'Mississippi', MO: 'Missouri',
  MT: 'Montana', NE: 'Nebraska', NV: 'Nevada', NH: 'New Hampshire', NJ: 'New Jersey', NM: 'New Mexico', NY: 'New York',
  NC: 'North Carolina', ND: 'North Dakota', MP: 'Northern Mariana Islands', OH: 'Ohio', OK: 'Oklahoma', OR: 'Oregon', PW: 'Palau',
  PA: 'Pennsylvania', PR: 'Puerto Rico', RI: 'Rhode Island', SC: 'South Carolina', SD: 'South Dakota', TN: 'Tennessee', TX: 'Texas',
  UT: 'Utah', VT: 'Vermont', VI: 'Virgin Islands', VA: 'Virginia', WA: 'Washington', WV: 'West Virginia', WI: 'Wisconsin', WY: 'Wyoming',
} as const satisfies Record<string, string>;
export type UsState = keyof typeof US_STATES;

/** What stands as the city of a military address, whose state is one of the Armed Forces. */
export const MILITARY_CITIES = ['APO', 'FPO', 'DPO'];
export const MILITARY_STATES: readonly string[] = ['AA', 'AE', 'AP'] satisfies UsState[];
