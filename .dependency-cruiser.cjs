/*
 * Who may import whom. A folder is matched by group and named again as $1, so that a new feature, aggregate or app is
 * protected the day it is made. `scripts/import-rules.spec.ts` shows for each rule an import that it refuses.
 */

/** Specs, shared suites and test support: they may reach further than the code they test. */
const TESTS = '\\.(spec|contract-suite|testing)\\.tsx?$|/testing/';
const OWN_INDEX = '^libs/([^/]+/src/(testing/)?|domain/src/kernel/)index\\.ts$';
/** The Spanish of the domain's words: not a part of its index, because the console loads it only for a page in Spanish. */
const SPANISH_WORDS = '^libs/domain/src/kernel/es/words\\.json$';

/** What no import leads to: what a process, a page or a thread begins with, what the command line calls (operate.mjs), and what the build names. */
const ENTRIES = [
  '/main\\.tsx?$',
  '\\.thread\\.ts$',
  '\\.d\\.ts$',
  '^apps/worker/src/.*(-command|/rebuild|/rotate-signing-keys)\\.ts$',
  '^apps/console/src/(pdf-frame/pdf-frame|routes/router/load-code|zod-without-eval)\\.ts$',
];

/** Folders of an app that its features stand on; every other folder is a feature. */
const PLUMBING =
  '(access-log|cache|command|docs|health|http|identity|live|rate-limit|referral-access|static|testing|' +
  'change-feed|consumer|engines|mail|parked|planner|policies|projector|queue|sweeper|demo)/';

const only = (name, comment, from, allowed) => ({
  name,
  comment,
  severity: 'error',
  from: { path: from, pathNot: TESTS },
  to: { pathNot: allowed },
});
const never = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

module.exports = {
  forbidden: [
    only(
      'domain-imports-only-itself',
      'The business is pure: no package, no Node built-in, no other library.',
      '^libs/domain/src/',
      '^libs/domain/src/',
    ),
    never(
      'aggregate-is-an-island',
      'Aggregates do not import each other; only policies/, audit/ and notification/ see several.',
      { path: '^libs/domain/src/([^/]+)/', pathNot: ['^libs/domain/src/(policies|audit|notification)/', TESTS] },
      { path: '^libs/domain/src/[^/]+/', pathNot: '^libs/domain/src/($1|kernel)/' },
    ),
    only('contracts-know-domain-and-zod', 'Contracts cross the wire, so browsers load them.', '^libs/contracts/src/', [
      '^libs/contracts/src/',
      '^libs/domain/',
      'node_modules/zod/',
    ]),
    never(
      'platform-knows-no-business',
      'The platform library could serve another product.',
      { path: '^libs/platform/' },
      { path: '^(libs|apps)/', pathNot: '^libs/platform/' },
    ),
    never(
      'event-store-knows-kernel-and-platform',
      'The log holds any event of any aggregate; it knows no business, no screen and no wire.',
      { path: '^libs/event-store/' },
      { path: '^(libs|apps)/', pathNot: '^libs/(event-store|domain/src/kernel|platform)/' },
    ),
    never(
      'mail-texts-know-kernel-only',
      'What mails say is said by two processes, one of which knows no business.',
      { path: '^libs/mail-texts/' },
      { path: '^(libs|apps)/', pathNot: '^libs/(mail-texts|domain/src/kernel)/' },
    ),
    never(
      'read-models-know-libraries-only',
      'A read model is built from events, not by an app.',
      { path: '^libs/read-models/' },
      { path: '^apps/' },
    ),
    never(
      'identity-knows-no-business',
      'It stands in for an Okta tenant, which knows nothing of referrals; what its mails say is in mail-texts.',
      { path: '^apps/identity/' },
      { path: '^libs/', pathNot: '^libs/(platform|mail-texts)/' },
    ),
    never(
      'app-is-an-island',
      'Apps meet on the wire and in the log only.',
      { path: '^apps/([^/]+)/' },
      { path: '^apps/', pathNot: '^apps/$1/' },
    ),
    never(
      'feature-is-an-island',
      "A feature of an app imports itself and the app's plumbing, never another feature.",
      { path: '^apps/(api|worker)/src/([^/]+)/', pathNot: `^apps/(api|worker)/src/${PLUMBING}` },
      { path: '^apps/[^/]+/src/[^/]+/', pathNot: ['^apps/$1/src/$2/', `^apps/(api|worker)/src/${PLUMBING}`] },
    ),
    never(
      'console-feature-is-an-island',
      'Features of the console never import each other; routes compose them.',
      { path: '^apps/console/src/features/([^/]+)/' },
      { path: '^apps/console/src/features/', pathNot: '^apps/console/src/features/$1/' },
    ),
    never(
      'console-ui-knows-no-feature',
      'Fields, tables and states are for every screen.',
      { path: '^apps/console/src/ui/' },
      { path: '^apps/console/src/(features|routes)/' },
    ),
    never(
      'a-draft-has-its-command',
      'What is typed is stored with the key of the command that sends it (apps/console/src/draft); the order form has its own, and an upload keeps its name alone.',
      {
        path: '^apps/console/src/',
        pathNot: [
          '^apps/console/src/(draft|session/storage)/',
          '^apps/console/src/begin\\.ts$',
          '^apps/console/src/features/referral/(order-form|submission)/',
          '^apps/console/src/features/referral/files/unanswered-upload\\.ts$',
          TESTS,
        ],
      },
      { path: '^apps/console/src/session/storage/drafts\\.ts$' },
    ),
    never(
      'http-knows-no-feature',
      'What every route goes through knows none of them.',
      { path: '^apps/api/src/http/', pathNot: TESTS },
      { path: '^apps/api/src/[^/]+/', pathNot: `^apps/api/src/${PLUMBING}` },
    ),
    never(
      'console-is-a-client',
      'The console speaks the contracts and replays with the domain; the server libraries stay on the server.',
      { path: '^apps/console/src/' },
      { path: '^libs/', pathNot: '^libs/(contracts|domain)/' },
    ),
    never(
      'browser-has-no-node',
      'What a browser loads cannot use a Node built-in.',
      { path: '^(apps/console|libs/contracts)/src/', pathNot: TESTS },
      { dependencyTypes: ['core'] },
    ),
    never(
      'library-through-its-index',
      'A library shows its index.ts and hides the rest.',
      { path: '^(apps/[^/]+|libs/[^/]+|e2e|bench|torture|scripts)/' },
      { path: '^libs/', pathNot: ['^$1/', OWN_INDEX, SPANISH_WORDS] },
    ),
    never(
      'testing-stays-in-tests',
      'Product code never loads test support.',
      { path: '^(apps|libs)/', pathNot: TESTS },
      { path: TESTS, pathNot: 'node_modules' },
    ),
    never(
      'no-barrel',
      "A name is imported from where it is written; only a library's own index.ts passes names on.",
      { path: '/index\\.tsx?$', pathNot: OWN_INDEX },
      { path: '^(apps|libs)/' },
    ),
    never(
      'start-needs-no-package',
      '`npm start`, `npm test` and the like install the packages, so what runs before that cannot import one.',
      { path: '^scripts/((start|throughline)\\.mjs|launcher/|command-line/|suites/)', pathNot: TESTS },
      { path: 'node_modules', dynamic: false },
    ),
    never(
      'thread-loads-little',
      'A thread is started for each file that is checked, and for the first document of a worker: what it imports is loaded again every time.',
      {
        path: '^apps/worker/src/file/(check-file/pdf-check|generate-submission-pdf)/',
        pathNot: [TESTS, '/(check-pdf|submission-(document|printer)|generate-submission-pdf\\.job)\\.ts$'],
      },
      { path: '^libs/', dependencyTypesNot: ['type-only'] },
    ),
    {
      name: 'used-by-the-product',
      comment: 'A file that only specs import, or nothing, is a second truth that nobody keeps.',
      severity: 'error',
      module: { path: '^(apps|libs)/[^/]+/src/', pathNot: [...ENTRIES, TESTS], numberOfDependentsLessThan: 1 },
      from: { pathNot: TESTS },
    },
    never('no-cycle', 'Code in a cycle cannot be understood or tested in parts.', {}, { circular: true }),
    never('no-unresolvable', 'An import that leads nowhere.', {}, { couldNotResolve: true, pathNot: '^virtual:' }),
    never(
      'package-is-declared',
      'A package that no package.json names works by luck.',
      { path: '^(apps|libs|e2e|bench|torture|scripts)/' },
      { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^dist/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    combinedDependencies: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.d.ts'],
    },
  },
};
