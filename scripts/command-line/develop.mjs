import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { installAndBuild } from '../launcher/installation/install-and-build.mjs';
import { installMissing } from '../launcher/installation/install.mjs';
import { ROOT, StartError } from '../launcher/project.mjs';
import { run, runInForeground } from '../launcher/run.mjs';
import { JEST, TEST_TIMEOUT } from '../suites/jest-suite.mjs';
import { runCheck, runTests } from '../suites/check-and-test.mjs';
import { askFor } from '../production/trial.mjs';
import { built, onProduct } from './operate.mjs';

/* The commands of a developer. They are not in the production image. */

const never = new AbortController().signal;
const isDockerHere = async () => {
  const asked = [['info'], ['compose', 'version']].map((args) => run('docker', args));
  return (await Promise.all(asked)).every(({ ok }) => ok);
};
const packageProgram = (path) => join(ROOT, 'node_modules', path);

export default [
  {
    name: 'bench',
    summary: 'Measures the product beside named peers (bench/README.md).',
    options: {
      quick: { summary: 'measures with less load' },
      full: { summary: 'measures with the load of a large installation' },
      only: { value: 'NAMES', summary: 'measures these alone: append,rebuild' },
    },
    run: async (options) => {
      await installAndBuild(never, { everything: true });
      return (await built('bench/src/main.js')).bench(options);
    },
  },
  {
    name: 'check',
    summary: 'Checks format, lint, types and import rules, and runs the pure specs.',
    run: runCheck,
  },
  {
    name: 'dependencies',
    summary: 'Writes docs/dependencies.md again. Asks the registry for the days of the releases.',
    run: async () => {
      await installMissing(never, { everything: true });
      const { describeDependencies } = await import('../production/shipped-packages.mjs');
      writeFileSync(join(ROOT, 'docs/dependencies.md'), await describeDependencies());
    },
  },
  {
    name: 'event-store-double',
    summary: 'Serves the stand-in for EventStoreDB that the specs use (docs/engines.md).',
    options: { port: { value: 'N', min: 1, default: 2113, summary: 'port of 127.0.0.1' } },
    run: async ({ port }) => {
      await installAndBuild(never);
      const { EventStoreDbDouble } = await built('libs/event-store/src/testing/index.js');
      await new EventStoreDbDouble().start(port).catch(({ message }) => {
        throw new StartError(`The double cannot listen on port ${port} (${message}). Choose another one with --port.`);
      });
      console.log(`EVENT_STORE_URL=esdb://127.0.0.1:${port}?tls=false`);
      return new Promise(() => {}); // until a signal ends it
    },
  },
  {
    name: 'pictures',
    summary: 'Takes the pictures of the README.',
    run: async () => {
      await installMissing(never, { everything: true });
      return runInForeground([packageProgram('@playwright/test/cli.js'), 'test', '-c', 'e2e/pictures.config.ts']);
    },
  },
  {
    name: 'production',
    summary: 'Starts, stops, starts again and upgrades the production shape, with work in between (docs/operating.md).',
    options: {
      docker: { summary: 'in containers: builds the image and follows docs/operating.md, with back-up and restore' },
      image: {
        value: 'NAME=OTHER',
        multiple: true,
        summary: 'uses another image for one that docker-compose.yml, the Dockerfile or docs/operating.md name',
      },
      from: { value: 'COMMIT', summary: 'upgrades from this one, not from the last one before the tables changed' },
    },
    details:
      'Without --docker, the apps run as processes beside a PostgreSQL and a double of EventStoreDB. Its containers and volumes have names of their own.\nExample: npm run production -- --docker --image node:22-bookworm-slim=my/node --image postgres:18=my/postgres',
    run: async ({ docker, image, from }) => {
      if (docker && !(await isDockerHere())) {
        console.log('Not tried: Docker with its compose plugin is not on this machine, or its daemon does not answer.');
        return 0;
      }
      await installAndBuild(never, { everything: true });
      askFor({ docker, image, from });
      const specs = docker ? 'scripts/production/containers' : 'scripts/production/production';
      return runInForeground([...JEST, TEST_TIMEOUT, '--runInBand', '--testPathPatterns', specs]);
    },
  },
  {
    name: 'sbom',
    summary: 'Prints the CycloneDX bill of materials of what ships.',
    run: async () => {
      await installMissing(never, { everything: true });
      const { billOfMaterials } = await import('../production/shipped-packages.mjs');
      console.log(JSON.stringify(await billOfMaterials(), null, 2));
    },
  },
  {
    name: 'seed',
    summary: 'Adds referrals to the log of the running product, for measurements. An interrupted run is continued.',
    options: { referrals: { value: 'N', min: 1, required: true, summary: 'how many there are in the end' } },
    run: onProduct('demo/seed-command.js', 'seed'),
  },
  {
    name: 'spec',
    summary: 'Runs the pure and the engine specs whose path contains <path>.',
    parameters: ['path'],
    options: { title: { value: 'TITLE', summary: 'runs only the tests whose title contains this' } },
    run: async ({ path, title }) => {
      await installMissing(never, { everything: true });
      const only = title === undefined ? [] : ['--testNamePattern', title];
      return runInForeground([...JEST, TEST_TIMEOUT, '--runInBand', '--testPathPatterns', path, ...only]);
    },
  },
  {
    name: 'test',
    summary: 'Runs everything: what “check” does, the engine specs, the product specs and the faults.',
    options: { long: { summary: 'with more of each kind, as before a release (docs/promises.md)' } },
    run: runTests,
  },
  {
    name: 'test-event-store',
    summary: 'Runs the specs of the event log, with EVENT_STORE_URL against that EventStoreDB.',
    run: async () => {
      await installMissing(never, { everything: true });
      return runInForeground([...JEST, TEST_TIMEOUT, '--runInBand', '--testPathPatterns', 'libs/event-store/']);
    },
  },
  {
    name: 'torture',
    summary: 'Runs the product under faults and proves what must hold (docs/faults.md).',
    options: {
      seeds: { value: 'N', min: 1, default: 5, summary: 'number of runs' },
      from: { value: 'SEED', min: 1, default: 1, summary: 'first seed' },
      seconds: { value: 'S', min: 8, default: 20, summary: 'length of a run' },
      log: {
        value: 'ENGINE',
        choices: ['mixed', 'PostgreSQL', 'EventStoreDB', 'EventStoreDB-cluster'],
        default: 'mixed',
        summary: 'engine of the log; mixed: EventStoreDB-cluster if the jobs are in Redis',
      },
      report: { value: 'FILE', summary: 'writes the counts to this file as JSON' },
    },
    run: async (options) => {
      await installAndBuild(never);
      return (await built('torture/src/main.js')).torture(options);
    },
  },
];
