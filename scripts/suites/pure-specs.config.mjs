import config from '../../jest.config.mjs';
import { ROOT } from '../launcher/project.mjs';

/* For the entry files of `pure-specs.mjs`, which lie in node_modules, and the specs beside them. `npm run spec` does not use it. */
const pure = config.projects.find(({ displayName }) => displayName === 'pure');

export default {
  rootDir: ROOT,
  projects: [{ ...pure, rootDir: ROOT, testMatch: ['**/*.spec.{mjs,ts,tsx}'], testPathIgnorePatterns: [] }],
};
