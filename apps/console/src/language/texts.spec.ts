import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { SIGN_IN_UNAVAILABLE, US_STATES } from '@throughline/contracts';
import {
  doneAndChangedSince,
  type Language,
  LOCALES,
  type NotificationFacts,
  type NotificationKind,
  notificationRule,
  translatorBy,
} from '@throughline/domain';
import compile from 'icu-minify/compile';
import format from 'icu-minify/format';
import { charactersOf } from '../../build/font-parts.js';
import { FORMATS, languageAmong } from './language.js';
import { takenBy } from './placeholders.testing.js';

const TEXTS = 'apps/console/texts';

const filesOf = (language: string) => readdirSync(`${TEXTS}/${language}`);
const readTexts = (path: string) => JSON.parse(readFileSync(path, 'utf8')) as Readonly<Record<string, string>>;
const textsIn = (language: string, file: string) => readTexts(`${TEXTS}/${language}/${file}`);

const sourcesUnder = (...folders: readonly string[]) =>
  folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.tsx?$/.test(path) && !/\.(spec|testing)\.tsx?$/.test(path))
      .map((path) => readFileSync(`${folder}/${path}`, 'utf8')),
  );
const CONSOLE = sourcesUnder('apps/console/src');
const ENGLISH = sourcesUnder(
  'libs/domain/src',
  'libs/contracts/src',
  'apps/console/src/api',
  'apps/console/src/routes/router',
  'apps/console/src/session',
  'apps/console/src/features/referral',
  'apps/api/src',
  'apps/identity/src',
  'apps/console/src/features/account/profile',
)
  .join('\n')
  // Joins long messages that are written as concatenations.
  .replaceAll(/' \+\s+'/g, '');

/** The translations of words of contracts and domain, by their English. */
const SPANISH_WORDS = readTexts('libs/domain/src/kernel/es/words.json');

/** Sentences of the session that are not translated: they are compared with the provider's, logged, or on a page in English. */
const NOT_TRANSLATED = [
  'Authentication failed',
  'Invalid token provided',
  'The configuration is read before it was loaded',
  'The renewal of the session failed',
];

/** Matches a refusal of the provider, and its message for a code that must wait. */
const REFUSED =
  /(?:Error\(\d+, 'E\d+',|summary =|retryAfter,|passwordRefused\(\[|invalidField\('\w+', \[|\(seconds: number\) =>)\s*(['"`])(.+?)\1/g;

/** Refusals of the provider that no dialog shows: they are compared, or are answers to programs. */
const NOT_SHOWN = [
  'Authentication failed',
  'Invalid token provided',
  'The request body was not well-formed.',
  'Api validation failed',
  "The '",
  'An object with this field already exists',
  'There is an existing verified phone number.',
  'Service Unavailable',
  'Internal Server Error',
];

/** Refusals on pages in English, and answers to programs only. */
const IN_ENGLISH_ONLY = [
  "UHC Codes belong to the source '2'.",
  'Unexpected 2.',
  'This release does not know the event 2.',
  'There are 2 templates, and more would be hard to choose from. Retire one first.',
  'Another template has this title.',
  'This template was retired.',
  // Refusals of the Admin page, which is in English.
  'Another 2 has this name, or had it before.',
  'There are 2, and more would be hard to choose from.',
  'There is no such 2.',
];

const inSpanish = translatorBy(Object.keys(SPANISH_WORDS), (key, values) =>
  Object.entries(values).reduce(
    (text, [name, value]) => text.replaceAll(`{${name}}`, String(value)),
    SPANISH_WORDS[key]!,
  ),
);

describe('The language of a browser', () => {
  it.each([
    [['es-MX', 'en-US'], 'es'],
    [['de', 'en-GB', 'es'], 'en'],
    [['de', 'ES'], 'es'],
    [['fr'], 'en'],
    [[], 'en'],
  ] as const)('that prefers %j is %s', (preferred, language) => expect(languageAmong(preferred)).toBe(language));
});

describe('The texts', () => {
  it('have the same files in each language', () => {
    expect(filesOf('es')).toEqual(filesOf('en'));
  });

  it('are written in the letters of the first part of the font', () => {
    const letters = new Set(
      charactersOf('@inter-first.woff2', readFileSync('apps/console/src/theme/fonts.css', 'utf8')),
    );
    const texts = ['en', 'es'].flatMap((language) => filesOf(language).map((file) => textsIn(language, file)));
    const others = [...texts, SPANISH_WORDS]
      .flatMap(Object.values<string>)
      .flatMap((text) => [...text].filter((one) => !letters.has(one)));
    expect(others).toEqual([]);
    expect([...'áéíóúüñÁÉÍÓÚÜÑ¿¡'].filter((letter) => !letters.has(letter))).toEqual([]);
  });

  it.each(filesOf('en'))('of %s have the same keys in each language, and the same placeholders', (file) => {
    const takenIn = (language: string) =>
      Object.fromEntries(Object.entries(textsIn(language, file)).map(([key, message]) => [key, takenBy(message)]));
    expect(takenIn('es')).toEqual(takenIn('en'));
  });

  // The keys of meanings.json are words of the domain, which meanings.spec.ts goes through.
  it.each(filesOf('en').filter((file) => file !== 'meanings.json'))(
    'of %s are all used, each by a component with texts of that file',
    (file) => {
      const room = file.replace(/\.json$/, '');
      const users = CONSOLE.filter((source) => source.includes(`textsOf('${room}'`)).join('\n');
      // Keys are used as strings, or as names in a table. The words of a legal part have a key with the suffix `Words`.
      const isUsed = (key: string) =>
        new RegExp(`'${key}'|\\b${key}:`).test(users) || (users.includes('Words`') && isWords(key));
      const isWords = (key: string) => key.endsWith('Words') && users.includes(`'${key.slice(0, -5)}'`);
      expect(Object.keys(textsIn('en', file)).filter((key) => !isUsed(key))).toEqual([]);
    },
  );

  it.each([
    ['acts', '1 act', '2 acts', '1 acto', '2 actos'],
    ['files', '1 file', '2 files', '1 archivo', '2 archivos'],
    ['items', '1 item', '2 items', '1 artículo', '2 artículos'],
    ['messages', '1 message', '2 messages', '1 mensaje', '2 mensajes'],
    ['notes', '1 note', '2 notes', '1 nota', '2 notas'],
    ['people', '1 person', '2 people', '1 persona', '2 personas'],
    ['referrals', '1 referral', '2 referrals', '1 referido', '2 referidos'],
    ['tasks', '1 task', '2 tasks', '1 tarea', '2 tareas'],
  ])('of a list count its %s in the singular and in the plural', (noun, ...counted) => {
    const count = (language: Language, count: number) =>
      format(compile(textsIn(language, 'list.json')[noun]!), LOCALES[language], { count }, FORMATS);
    expect([count('en', 1), count('en', 2), count('es', 1), count('es', 2)]).toEqual(counted);
  });

  it('of contracts and domain occur in them, word for word, with the same placeholders', () => {
    const words = Object.entries(SPANISH_WORDS);
    // In the source, a sentence with placeholders is a template whose placeholders have other names.
    const isSaid = (english: string) =>
      english.split(/{\w+}/).every((part) => ENGLISH.includes(part) || ENGLISH.includes(part.replaceAll("'", "\\'")));
    expect(words.filter(([english]) => !isSaid(english))).toEqual([]);
    expect(words.filter(([english, spanish]) => takenBy(english).join() !== takenBy(spanish).join())).toEqual([]);
  });

  it('of contracts and domain include the sentences of the sign-in', () => {
    const session = sourcesUnder('apps/console/src/session').join('\n');
    const sentences = Array.from(session.matchAll(/'([A-Z][a-z-]+ [^'\n]+)'/g), ([, sentence = '']) => sentence);
    const known = new Set([...Object.keys(SPANISH_WORDS), ...NOT_TRANSLATED]);
    expect(sentences).toContain('No passkey was used.');
    expect([...sentences, SIGN_IN_UNAVAILABLE].filter((sentence) => !known.has(sentence))).toEqual([]);
  });

  it('of contracts and domain have each refusal of an act on a page in Spanish', () => {
    const acts = ['account', 'file', 'note', 'referral'].flatMap((noun) => sourcesUnder(`libs/domain/src/${noun}`));
    const source = [...acts, ...sourcesUnder('libs/domain/src/kernel')].join('\n').replaceAll(/' \+\s+'/g, '');
    const sentences = Array.from(source.matchAll(/(['"`])([A-Z$“](?:(?!\1)[^\n])*? (?:(?!\1)[^\n])*?\.)\1/g));
    const refusals = sentences.map(([, , sentence = '']) => sentence.replaceAll(/\${.+?}/g, '2'));
    expect(refusals).toContain('You cannot take away your own company.');
    const isKnown = (refusal: string) => inSpanish(refusal) !== null || IN_ENGLISH_ONLY.includes(refusal);
    expect(refusals.filter((refusal) => !isKnown(refusal))).toEqual([]);
  });

  it('of contracts and domain have each noun that the API does not find', () => {
    const api = sourcesUnder('apps/api/src').join('\n');
    const nouns = Array.from(api.matchAll(/\bnotFound\('([^']+)'\)/g), ([, noun = '']) => noun);
    expect(nouns).toContain('answer');
    expect(nouns.filter((noun) => inSpanish(noun) === null)).toEqual([]);
  });

  it('of contracts and domain have what the provider answers', () => {
    const provider = sourcesUnder('apps/identity/src').join('\n');
    const answers = Array.from(provider.matchAll(REFUSED), ([, , answer = '']) => answer.replaceAll(/\${.+?}/g, '2'));
    expect(answers).toContain('Old password is not correct');
    expect(answers).toContain('A code was sent a moment ago. You can have another in 2.');
    const isKnown = (answer: string) => inSpanish(answer) !== null || NOT_SHOWN.some((words) => answer.includes(words));
    expect(answers.filter((answer) => !isKnown(answer))).toEqual([]);
  });
});

/** What is not said in Spanish, with what is said (docs/decisions/0130-two-languages-wholly.md). */
const NOT_SAID: Readonly<Record<string, RegExp>> = {
  'referido, of what was sent, and solicitud, of what is being ordered':
    /\b(pedidos?|remisi[oó]n(es)?|derivaci[oó]n(es)?|encargos?)\b/i,
  compañía: /\bempresas?\b/i,
  'clave de acceso': /\bllaves? de acceso\b/i,
  presionar: /\b(pulse|pulsar)\b/i,
  'eliminar, of a note': /\bnota\b.*\bborr(ó|ada|ado|ar)\b|\bborr(ó|ada|ado|ar)\b.*\bnota\b/i,
  'usted, to the reader': /\b(tú|tus?|ti|contigo|eres|puedes|tienes|debes|quieres|haz)\b/i,
  'a time without an article, which would depend on the hour': /\bl[ao]s? \{time\}/,
  'a.m., as Intl says it': /\b[ap]\. m\./,
  'hora del centro': /hora del Centro/,
  '“quoted”': /[«»]/,
};

describe('Spanish words', () => {
  const consoleTexts = filesOf('es').flatMap((file) => Object.values(textsIn('es', file)));
  const mailTexts = ['pages', 'portal', 'sign-in'].flatMap((name) =>
    Object.values(readTexts(`libs/mail-texts/src/es/${name}.json`)),
  );
  const updates = readdirSync('docs/updates').filter((file) => file.endsWith('.es.md'));
  const all = [
    ...consoleTexts,
    ...mailTexts,
    ...Object.values(SPANISH_WORDS),
    ...updates.flatMap((file) => readFileSync(`docs/updates/${file}`, 'utf8').split('\n')),
  ];

  it.each(Object.entries(NOT_SAID))('are these in all texts: %s', (_, otherWords) => {
    expect(all.length).toBeGreaterThan(1_000);
    expect(all.filter((text) => otherWords.test(text))).toEqual([]);
  });

  it.each<[NotificationKind, Omit<NotificationFacts, 'referralId'>, number, string]>([
    ['status', { steps: ['Shipped'] }, 1, 'Referido 1, etapa actual: Enviado'],
    ['status', { steps: ['Shipped', 'Delivered'] }, 1, 'Referido 1, etapa actual: Enviado y Entregado'],
    ['status', { steps: ['Shipped', 'Stopped'] }, 1, 'Referido 1, etapa actual: Enviado; artículos: detenidos'],
    ['status', { steps: ['Stopped', 'Canceled'] }, 1, 'Artículos del referido 1: detenidos y cancelados'],
    [
      'contact',
      { attempt: { number: 2, party: 'physician' } },
      1,
      'Intento 2 de comunicarse con el médico del referido 1',
    ],
    ['note', {}, 1, 'Una nota nueva sobre el referido 1'],
    ['note', {}, 100, 'Más de 99 notas nuevas sobre el referido 1'],
    ['mention', {}, 1, 'Se le menciona en una nota interna sobre el referido 1'],
    ['reply', {}, 1, 'Una respuesta a su nota sobre el referido 1'],
    ['assigned', { task: 'Log CMN' }, 1, 'Se le asignó Registro del CMN de 1'],
    ['assigned', { task: null }, 1, 'Se le asignó una tarea de 1'],
    ['assigned', {}, 20, 'Se le asignaron 20 tareas'],
  ])('of a notification: %s, %j, %i times', (kind, facts, count, words) => {
    expect(inSpanish(notificationRule(kind).words({ referralId: '1', ...facts }, count))).toBe(words);
  });

  it.each([
    ['from nothing to “(602) 555-0112”', 'Antes: nada. Ahora: “(602) 555-0112”.'],
    ['from yes to no', 'Antes: sí. Ahora: no.'],
    ['from nobody to “Minh Tran”', 'Antes: nadie. Ahora: “Minh Tran”.'],
    ['from “Call” to “Call from 9 to 5, on Nov 2”', 'Antes: “Call”. Ahora: “Call from 9 to 5, on Nov 2”.'],
    ['from “Mail to us from home” to nothing', 'Antes: “Mail to us from home”. Ahora: nada.'],
    [
      'from nothing to Jan 2, 2027, 12:05 AM Central Time',
      'Antes: nada. Ahora: 2 ene 2027, 12:05 a.m., hora del centro.',
    ],
  ])('of what somebody changed meanwhile, %s', (english, spanish) => {
    const change = 'Priya Nair changed this on Nov 28, 2026, 3:21 PM Central Time';
    const words = `Priya Nair cambió esto el 28 nov 2026, 3:21 p.m., hora del centro. ${spanish}`;
    expect(inSpanish(`${change} ${english}.`)).toBe(words);
  });

  it('of an act that was changed since it was done have both times in words', () => {
    const done = 'Nov 28, 2026, 3:21 PM Central Time';
    const when = 'Nov 29, 2026, 9:00 AM Central Time';
    const said =
      /^Usted lo hizo el 28 nov 2026, 3:21 p\.m\., hora del centro\. Desde entonces (.+)\. Ahora no se hizo nada\./;
    const since = (change: Parameters<typeof doneAndChangedSince>[1]) =>
      said.exec(inSpanish(doneAndChangedSince(done, change)) ?? '')?.[1];
    expect(since({ who: 'Priya Nair', when })).toBe('lo cambió Priya Nair, el 29 nov 2026, 9:00 a.m., hora del centro');
    expect(since({ who: 'Ana Ruiz', when, isOwn: true })).toBe(
      'usted lo cambió de nuevo, el 29 nov 2026, 9:00 a.m., hora del centro',
    );
    expect(since(null)).toBe('ha cambiado');
  });

  it('of a sentence keep what fills its placeholders as it is, if that is not translated', () => {
    expect(inSpanish('Núñez is required.')).toBe('Núñez: este dato es obligatorio.');
  });

  it('are the names of all states that have another name in Spanish', () => {
    const SAME =
      'Alabama|Alaska|Arizona|Arkansas|California|Colorado|Connecticut|Delaware|Florida|Georgia|Guam|Idaho|Illinois|Indiana|Iowa|Kansas|' +
      'Kentucky|Maine|Maryland|Massachusetts|Minnesota|Montana|Nebraska|Nevada|Ohio|Oklahoma|Puerto Rico|Rhode Island|Tennessee|Texas|' +
      'Utah|Vermont|Virginia|Washington|Wisconsin|Wyoming';
    const unknown = Object.values(US_STATES).filter((name) => inSpanish(name) === null);
    expect(unknown).toEqual(SAME.split('|'));
    expect(inSpanish('Not available in New York')).toBe('No disponible en Nueva York');
    expect(inSpanish('Magnolia Community Plan delivers in Mississippi only.')).toBe(
      'Magnolia Community Plan solo entrega en Misisipi.',
    );
  });

  it('are none for what a person wrote', () => {
    expect([inSpanish('Salt and pepper'), inSpanish('Cojín')]).toEqual([null, null]);
  });
});
