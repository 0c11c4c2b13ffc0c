/** `pure` needs the fonts of the PDF and builds them; `engine` starts the embedded PostgreSQL. `npm run spec` and the suites run it. */
const project = (displayName, testMatch, more = {}) => ({
  displayName,
  testMatch,
  testPathIgnorePatterns: ['/node_modules/', '<rootDir>/dist/'],
  modulePathIgnorePatterns: ['<rootDir>/dist/'],
  testEnvironment: 'node',
  setupFiles: ['<rootDir>/scripts/jest-seed-setup.mjs'],
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  moduleNameMapper: {
    '^@throughline/(domain|contracts|mail-texts|platform|event-store|read-models)$': '<rootDir>/libs/$1/src/index.ts',
    '^@throughline/domain/kernel$': '<rootDir>/libs/domain/src/kernel/index.ts',
    '^@throughline/(event-store|platform|read-models)/testing$': '<rootDir>/libs/$1/src/testing/index.ts',
    '^(\\.{1,2}/.*)\\.js$': '$1',
  },
  transform: {
    '^.+\\.tsx?$': [
      '@swc/jest',
      {
        jsc: {
          target: 'es2022',
          experimental: { keepImportAttributes: true },
          parser: { syntax: 'typescript', tsx: true, decorators: true },
          transform: {
            legacyDecorator: true,
            decoratorMetadata: true,
            useDefineForClassFields: false,
            react: { runtime: 'automatic' },
          },
        },
        module: { type: 'es6' },
      },
    ],
  },
  ...more,
});

export default {
  projects: [
    project(
      'pure',
      ['<rootDir>/{apps,libs,torture,bench,scripts}/**/*.spec.{ts,tsx}', '!**/*.int.spec.ts', '!**/*.e2e.spec.ts'],
      { globalSetup: '<rootDir>/scripts/jest-fonts-setup.mjs' },
    ),
    project('engine', ['<rootDir>/{apps,libs,torture,scripts}/**/*.int.spec.ts'], {
      globalSetup: '<rootDir>/scripts/jest-engine-setup.mjs',
      setupFilesAfterEnv: ['<rootDir>/scripts/jest-engine-retry.mjs'],
      globalTeardown: '<rootDir>/scripts/jest-engine-teardown.mjs',
    }),
  ],
};
