import config from '../../jest.config.mjs';
import { ROOT } from '../launcher/project.mjs';

/*
 * The configuration for the entry files of `gathered-specs.mjs`, which are in node_modules, and the specs besides them. `npm run spec` does
 * not use it.
 */
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
