import config from '../../jest.config.mjs';
import { ROOT } from '../launcher/project.mjs';

/* For the entry files of `gathered-specs.mjs`, which lie in node_modules, and the specs beside them. `npm run spec` does not use it. */
const given = (project) => ({
  ...project,
  rootDir: ROOT,
  testMatch: ['**/*.spec.{mjs,ts,tsx}'],
  testPathIgnorePatterns: [],
});

export default {
  rootDir: ROOT,
  testSequencer: '<rootDir>/scripts/jest-longest-first.cjs',
  projects: config.projects.map(given),
};
