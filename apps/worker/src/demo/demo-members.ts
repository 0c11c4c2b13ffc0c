/** Invented people and plausible places. The last few are written in other scripts, as members' names are. */
export const FIRST_NAMES = [
  'Maria', 'James', 'Aisha', 'Robert', 'Mei', 'Carlos', 'Fatima', 'William', 'Linh', 'Sofia', 'David', 'Amara', 'Elena', 'Samuel',
  'Grace', 'Mateo', 'Noor', 'Peter', 'Ruth', 'Diego', 'Hannah', 'Omar', 'Julia', 'Isaac', 'Camila', 'Andre', 'Leila', 'Thomas',
  'Nadia', 'Victor', 'Imani', 'Rosa', 'Kenji', 'Abigail', 'Tomas', 'Yara', 'Felix', 'Ines', 'Marcus', 'Zahra',
] as const; // prettier-ignore

export const LAST_NAMES = [
  'Alvarez', 'Bennett', 'Castillo', 'Dawson', 'Eriksen', 'Fuentes', 'Gallagher', 'Hoang', 'Ibarra', 'Johansen', 'Kamara', 'Lombardi',
  'Mbeki', 'Nakamura', 'Okafor', 'Petrov', 'Quintana', 'Rasmussen', 'Salazar', 'Tesfaye', 'Underwood', 'Vasquez', 'Whitaker', 'Yamada',
  'Zielinski', 'Abdi', 'Brennan', 'Cruz', 'Delgado', 'Ellison', 'Farouk', 'Guerrero', 'Haddad', 'Ivanova', 'Jimenez',
] as const; // prettier-ignore

export const NAMES_IN_OTHER_SCRIPTS = [
  { firstName: 'ليلى', lastName: 'حسن', language: 'Arabic' },
  { firstName: 'សុខា', lastName: 'ចាន់', language: 'Khmer' },
  { firstName: 'አበበ', lastName: 'ተስፋዬ', language: 'Amharic' },
  { firstName: '小明', lastName: '王', language: 'Chinese, Mandarin' },
] as const;

export interface Place {
  readonly city: string;
  readonly state: string;
  readonly zip: string;
}

export const PLACES: readonly Place[] = [
  { city: 'Phoenix', state: 'AZ', zip: '85004' },
  { city: 'Tucson', state: 'AZ', zip: '85701' },
  { city: 'Mesa', state: 'AZ', zip: '85201' },
  { city: 'Richmond', state: 'VA', zip: '23219' },
  { city: 'Norfolk', state: 'VA', zip: '23510' },
  { city: 'Houston', state: 'TX', zip: '77002' },
  { city: 'San Antonio', state: 'TX', zip: '78205' },
  { city: 'Austin', state: 'TX', zip: '78701' },
  { city: 'Miami', state: 'FL', zip: '33130' },
  { city: 'Orlando', state: 'FL', zip: '32801' },
  { city: 'Fresno', state: 'CA', zip: '93721' },
];

export const STREETS = ['Juniper St', 'Mesquite Ave', 'Old Mill Rd', 'Harbor Dr', 'Cedar Ln', 'Second St', 'Orchard Way', 'Canal Blvd'] as const; // prettier-ignore

export const DIAGNOSES = ['Stress incontinence (N39.3)', 'Type 2 diabetes (E11.9)', 'Lactation support (Z39.1)', 'Autistic disorder (F84.0)', 'Reduced mobility (Z74.09)'] as const; // prettier-ignore

export const STOP_REASONS = ['Member could not be reached', 'Duplicate referral', 'Member declined', 'Not covered by the plan', 'Physician did not respond'] as const; // prettier-ignore

export const HOLD_REASONS = [
  'Member is in hospital',
  'Member asked for a later delivery',
  'Plan changes on the first',
] as const;
