import config from '../../jest.config.mjs';
import { ROOT } from '../launcher/project.mjs';

/* For the files of `engine-specs.mjs`, which lie in node_modules, and the specs beside them. `npm run spec` does not use it. */
const engine = config.projects.find(({ displayName }) => displayName === 'engine');

export default {
  rootDir: ROOT,
  testSequencer: '<rootDir>/scripts/suites/as-listed.mjs',
  projects: [
    {
      ...engine,
      rootDir: ROOT,
      testRunner: '<rootDir>/scripts/jest-spec-groups.mjs',
      moduleFileExtensions: ['ts', 'tsx', 'js', 'mjs', 'cjs', 'json', 'node', 'txt'],
      testMatch: ['**/*.int.spec.ts', '**/*.group.txt'],
      testPathIgnorePatterns: [],
    },
  ],
};
