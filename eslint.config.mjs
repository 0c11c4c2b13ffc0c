import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';
import { otherWordsIn, WORDS_PAGE } from './scripts/words.mjs';

/*
 * Rules that find faults and need no types: those that do are in .oxlintrc.json. What code looks like is left to Prettier, and who
 * imports whom to .dependency-cruiser.cjs. Each house rule has an example that it refuses in scripts/lint-rules.spec.ts.
 */

const TESTS = [
  '**/*.spec.{ts,tsx}',
  '**/*.contract-suite.ts',
  '**/*.testing.ts',
  '**/testing/**',
  'e2e/**',
  'bench/**',
  'torture/**',
];

/** Names that say nothing about what is inside. */
const NAMELESS = 'utils?|helpers?|common|shared|managers?|base|misc';

/** The business decides from facts that it is given: it looks at no clock, throws no dice and waits for nothing. */
const DOMAIN_IS_PURE = [
  {
    selector: 'MemberExpression[object.name="Date"][property.name="now"]',
    message: 'The domain has no clock: take the time as a fact.',
  },
  { selector: 'NewExpression[callee.name="Date"][arguments.length=0]', message: 'The domain has no clock.' },
  { selector: 'CallExpression[callee.name="Date"]', message: 'The domain has no clock.' },
  { selector: 'MemberExpression[object.name="Math"][property.name="random"]', message: 'The domain throws no dice.' },
  {
    selector: 'Identifier[name=/^(crypto|performance|setTimeout|setInterval|fetch)$/]',
    message: 'The domain is pure.',
  },
  {
    selector: ':function[async=true], AwaitExpression, ForOfStatement[await=true]',
    message: 'The domain never waits.',
  },
];

/**
 * An event that a fold does not know must not compile, and one of a later release must be told: no default may swallow it. A fold may hand the
 * events that it has no case for to another one, whose parameter says which they are.
 */
const EVOLVE_IS_EXHAUSTIVE = {
  selector:
    ':function[id.name=/^evolve/] SwitchCase[test=null]:not(:has(CallExpression[callee.name=/^(unknownEvent$|evolve)/]))',
  message:
    'The default of an evolve is unknownEvent(event), or the fold of the other events: every event has its case.',
};

const NAMES = [
  { selector: 'TSInterfaceDeclaration[id.name=/^I[A-Z][a-z]/]', message: 'No I before the name of an interface.' },
  {
    selector: `:matches(ClassDeclaration, TSInterfaceDeclaration, TSTypeAliasDeclaration)[id.name=/(Utils?|Helpers?|Common|Shared|Manager|Base|Misc)$/]`,
    message: 'This name says nothing about what it is.',
  },
];

/** Other spreads of a literal are refused by oxlint (.oxlintrc.json), which does not look at attributes. */
const SPREADS_NOTHING = {
  selector: 'JSXSpreadAttribute > ObjectExpression.argument',
  message: 'Write the attributes one by one: this literal spreads nothing.',
};

const READS_ENVIRONMENT = {
  selector: 'MemberExpression[object.name="process"][property.name="env"]',
  message: 'Only libs/platform/src/config reads the environment.',
};

const FETCHES_WITHOUT_LIMIT = {
  selector: 'CallExpression[callee.name="fetch"]',
  message: 'Use fetchWithin of the platform library: reading the answer of a fetch can wait without end.',
};

const PAGE_ADDRESS = {
  selector: 'TemplateElement[value.raw=/(^|\\W)\\u002F(referral|task|audit)\\u002F$/]',
  message: 'The address of a page of a case is pathTo of the domain.',
};

/** What a member or referrer may meet without our staff: in each language of apps/console/texts. Others follow, folder by folder. */
const TRANSLATED = [
  'apps/console/src/app/*.tsx',
  'apps/console/src/correction/corrected-mark.tsx',
  'apps/console/src/features/account/profile/!(admin-act-list).tsx',
  'apps/console/src/features/account/recovery/{answer-question,recovery-page}.tsx',
  'apps/console/src/features/account/register/{account-fields,register-dialog}.tsx',
  'apps/console/src/features/account/views/*.tsx',
  'apps/console/src/features/inquiry/form/*.tsx',
  'apps/console/src/features/note/**/*.tsx',
  'apps/console/src/features/notification/**/*.tsx',
  'apps/console/src/features/referral/{attachments,submission}/*.tsx',
  'apps/console/src/features/referral/check-status/check-status-page.tsx',
  'apps/console/src/features/referral/detail/!(recertifications|same-orders).tsx',
  'apps/console/src/features/referral/files/!(task-files).tsx',
  'apps/console/src/features/referral/list/*.tsx',
  'apps/console/src/features/referral/notes/{note-card,note-dialog,notes-tab}.tsx',
  'apps/console/src/features/referral/{look-up,order-form}/**/!(item-picture).tsx',
  'apps/console/src/features/updates/**/*.tsx',
  'apps/console/src/note-text/{note-editor,note-html,note-mentions}.tsx',
  'apps/console/src/routes/{home,home-waiting,login-callback,not-found,notes,referrals,user}.tsx',
  'apps/console/src/routes/router/{page-states,typed-texts}.tsx',
  'apps/console/src/session/**/*.tsx',
  'apps/console/src/ui/**/{announcer,check-list,choice-field,choice-filter,choice-menu,data-table,date-field,error-state,error-summary,field,form-dialog,not-live,on-demand,page,password-field,reason-dialog,reason-field,referral-id,search-select,show-updates,step-list,stepper,suggested-searches,table-pager,when}.tsx',
];

/** A word of a person's language: in JSX, or a string that begins as a sentence does. The name of a key, as an event has it, is compared. */
const TEXTS_IN_COMPONENTS = [
  'JSXText[value=/[a-z]{2}/i]:not([value=/^\\s*Throughline\\s*$/])',
  ':not(BinaryExpression, ImportDeclaration, SwitchCase, TSLiteralType) > Literal[value=/^(?!Throughline$)[A-Z][a-z]+/]',
  'JSXExpressionContainer Literal[value=/[a-z]{2} [a-z]{2}/]:not(CallExpression > Literal)',
  'TemplateElement[value.raw=/(^| )[A-Z][a-z]+ |[a-z]{3} [a-z]{2}/]',
].map((selector) => ({ selector, message: 'Texts are in apps/console/texts, in each language.' }));

/** Words of a mail, of a text message, or of what a security notice says. */
const TEXTS_OF_MAILS = {
  selector:
    'Property[key.name=/^(subject|text|words)$/] > :matches(Literal[value=/[a-z]{2} [a-z]{2}/], TemplateLiteral:has(TemplateElement[value.raw=/[a-z]{2}( |$)/]), CallExpression[callee.property.name="join"])',
  message: 'What mails say is in libs/mail-texts, in each language.',
};

const restricted = (...selectors) => ({ 'no-restricted-syntax': ['error', ...selectors] });

/** Whether people read it: not a query, an address, a name of a file or of a command. */
function isText({ type, parent }, text) {
  if (
    parent.type.startsWith('Import') ||
    parent.type.startsWith('Export') ||
    parent.parent?.type === 'TaggedTemplateExpression'
  )
    return false;
  if (/^(GET|POST|PUT|DELETE|PATCH) \/|^\s*(select|create|insert|update|delete|alter|with) | order by /.test(text))
    return false;
  return type === 'JSXText' || type === 'TemplateElement'
    ? /[a-z]{2}/i.test(text)
    : /\s/.test(text) || /^[A-Z][a-z]+$/.test(text);
}

const houseNames = {
  // ESLint keeps what it found in a file until the file or the configuration changes; of a plug-in it looks at name and version.
  meta: {
    name: 'house',
    version: createHash('sha256')
      .update(readFileSync(import.meta.filename))
      .update(readFileSync('scripts/words.mjs'))
      .update(WORDS_PAGE)
      .digest('hex'),
  },
  rules: {
    /** A file or folder is named by what it is about. */
    'file-name': {
      create: (context) => ({
        Program(node) {
          const path = context.filename.slice(context.cwd.length + 1);
          const nameless = new RegExp(`(^|[/.-])(${NAMELESS})(?=[/.-])`).exec(path);
          if (nameless)
            context.report({ node, message: `The name “${nameless[2]}” says nothing about what is inside.` });
        },
      }),
    },
    /** One word for one thing, in each text: docs/words.md. */
    words: {
      create: (context) => {
        const file = context.filename.slice(context.cwd.length + 1);
        const check = (node, text) => {
          if (!isText(node, text)) return;
          for (const { other, say } of otherWordsIn(text, { file, language: 'en' }))
            context.report({ node, message: `“${other}” is not said here: ${say} (docs/words.md).` });
        };
        return {
          Literal: (node) => typeof node.value === 'string' && check(node, node.value),
          TemplateElement: (node) => check(node, node.value.cooked ?? ''),
          JSXText: (node) => check(node, node.value),
        };
      },
    },
    /** A screen or two is read at once; five are not. */
    'file-size': {
      create: (context) => ({
        Program(node) {
          const lines = context.sourceCode.lines.length - 1;
          if (lines > 250)
            context.report({ node, message: `${lines} lines, 250 at most: move a part to a file of its own.` });
        },
      }),
    },
  },
};

export default tseslint.config(
  { ignores: ['dist/**', '**/node_modules/**', 'coverage/**', 'test-results/**', '.data/**'] },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  {
    files: ['**/*.{ts,tsx,mjs,cjs}'],
    plugins: { house: houseNames },
    rules: {
      'house/file-name': 'error',
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-var': 'error',
      'prefer-const': 'error',
      'no-console': 'off',
    },
  },
  {
    files: ['**/*.{ts,tsx}'],
    plugins: { '@typescript-eslint': tseslint.plugin },
    languageOptions: {
      parser: tseslint.parser,
      parserOptions: { emitDecoratorMetadata: true, experimentalDecorators: true },
    },
    rules: {
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/ban-ts-comment': 'error',
      // Nest reads the types of a constructor's parameters at run time: those imports must stay values, and the rule knows that
      // where it sees decorators.
      '@typescript-eslint/consistent-type-imports': [
        'error',
        { fixStyle: 'separate-type-imports', disallowTypeAnnotations: false },
      ],
      ...restricted(READS_ENVIRONMENT, ...NAMES),
    },
  },
  {
    files: ['libs/domain/src/**/*.ts'],
    rules: restricted(READS_ENVIRONMENT, EVOLVE_IS_EXHAUSTIVE, ...NAMES, ...DOMAIN_IS_PURE),
  },
  {
    files: ['libs/read-models/src/**/*.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              group: ['@throughline/domain'],
              importNamePattern: '[dD]ecider$|^decide',
              message: 'A read model shows what was decided; it decides nothing.',
            },
          ],
        },
      ],
    },
  },
  {
    files: ['apps/*/src/**/*.ts'],
    ignores: ['apps/console/**'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              group: ['@nestjs/cqrs'],
              importNamePattern: 'Event|Saga|AggregateRoot',
              message:
                'It forgets, and an error in a handler can end the process: what follows from an event is a policy.',
            },
            {
              group: ['@nestjs/cqrs'],
              importNamePattern: 'Query',
              message: 'A read is a method that its route calls (docs/decisions/0112).',
            },
          ],
        },
      ],
    },
  },
  {
    files: ['apps/*/src/**/*.ts'],
    ignores: ['apps/console/**', ...TESTS],
    rules: restricted(READS_ENVIRONMENT, FETCHES_WITHOUT_LIMIT, ...NAMES),
  },
  {
    files: ['apps/{worker,identity}/src/**/*.ts'],
    ignores: ['apps/worker/src/demo/**', ...TESTS],
    rules: restricted(READS_ENVIRONMENT, FETCHES_WITHOUT_LIMIT, TEXTS_OF_MAILS, ...NAMES),
  },
  {
    files: ['libs/contracts/src/**/*.ts'],
    rules: {
      '@typescript-eslint/no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              group: ['@throughline/domain', '@throughline/domain/*'],
              importNamePattern: '^(?![A-Z][A-Z0-9_]*$)',
              allowTypeImports: true,
              message:
                'A contract says what crosses the wire, in types and constants of the domain; it decides nothing.',
            },
          ],
        },
      ],
    },
  },
  {
    files: ['apps/console/src/**/*.{ts,tsx}'],
    plugins: { 'react-hooks': reactHooks },
    rules: { 'react-hooks/rules-of-hooks': 'error', 'react-hooks/exhaustive-deps': 'error' },
  },
  {
    files: ['apps/console/src/**/*.{ts,tsx}'],
    ignores: ['apps/console/src/session/storage/browser-storage.ts'],
    rules: {
      'no-restricted-globals': [
        'error',
        ...['localStorage', 'sessionStorage', 'indexedDB'].map((name) => ({
          name,
          message: 'Reading it throws where site data is blocked: use session/storage/browser-storage.ts.',
        })),
      ],
    },
  },
  {
    files: ['apps/console/src/**/*.{ts,tsx}'],
    ignores: TESTS,
    rules: restricted(READS_ENVIRONMENT, PAGE_ADDRESS, SPREADS_NOTHING, ...NAMES),
  },
  {
    files: TRANSLATED,
    ignores: TESTS,
    rules: restricted(READS_ENVIRONMENT, PAGE_ADDRESS, SPREADS_NOTHING, ...NAMES, ...TEXTS_IN_COMPONENTS),
  },
  {
    files: ['apps/{api,console,worker}/src/**/*.{ts,tsx}', 'libs/{contracts,domain,mail-texts,platform}/src/**/*.ts'],
    ignores: TESTS,
    plugins: { house: houseNames },
    rules: { 'house/words': 'error' },
  },
  { files: ['libs/platform/src/config/**', 'e2e/**', 'bench/**', 'torture/**'], rules: restricted(...NAMES) },
  {
    files: TESTS,
    rules: {
      'no-restricted-imports': 'off',
      '@typescript-eslint/no-restricted-imports': 'off',
    },
  },
  {
    files: ['{apps,libs,e2e,bench,torture,scripts}/**/*.{ts,tsx,mjs}'],
    ignores: ['**/*.spec.{ts,tsx}', '**/*.contract-suite.ts'],
    plugins: { house: houseNames },
    rules: { 'house/file-size': 'error' },
  },
);
