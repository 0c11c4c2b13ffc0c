import { readFile } from 'node:fs/promises';
import runFile from 'jest-circus/runner';
import { ROOT } from './launcher/project.mjs';

/**
 * Jest's `testRunner` for a file that lists the specs of a group, a path a line (`scripts/suites/engine-specs.mjs`). Jest gives each file a
 * context of its own and loads every module anew in it. Here the specs of a group share one context: they are loaded and run one after the
 * other, each with its own hooks, and the name of each test begins with its file. Any other file runs as usual.
 */
export default async function runGroup(globalConfig, config, environment, runtime, path, report) {
  const run = (file) => runFile.default(globalConfig, config, environment, runtime, file, report);
  if (!path.endsWith('.group.txt')) return run(path);
  const results = [];
  for (const file of (await readFile(path, 'utf8')).split('\n').filter(Boolean)) {
    runtime.enterTestCode(); // Jest refuses a dynamic import between two files.
    const result = await run(`${ROOT}/${file}`).catch((error) => {
      throw new Error(`${file} did not load`, { cause: error });
    });
    results.push(named(file, result));
    forgetSpecs(environment.global);
  }
  const sum = (key) => results.reduce((total, result) => total + result[key], 0);
  return {
    ...results[0],
    ...Object.fromEntries(
      ['numFailingTests', 'numPassingTests', 'numPendingTests', 'numTodoTests'].map((key) => [key, sum(key)]),
    ),
    failureMessage:
      results
        .map(({ failureMessage }) => failureMessage)
        .filter(Boolean)
        .join('\n') || null,
    testExecError: results.find(({ testExecError }) => testExecError)?.testExecError,
    testResults: results.flatMap(({ testResults }) => testResults),
  };
}

const named = (file, { failureMessage, testResults, ...result }) => ({
  ...result,
  failureMessage: failureMessage && `${file}\n${failureMessage}`,
  testResults: testResults.map((test) => ({
    ...test,
    ancestorTitles: [file, ...test.ancestorTitles],
    fullName: `${file} › ${test.fullName}`,
  })),
});

/** Resets jest-circus, which expects one file in a context: its tree of specs, and the listeners that were added to its own two. */
function forgetSpecs(context) {
  const symbol = Object.getOwnPropertySymbols(context).find(({ description }) => description === 'JEST_STATE_SYMBOL');
  const state = context[symbol];
  const root = { ...state.rootDescribeBlock, children: [], hooks: [], tests: [] };
  Object.assign(state, { rootDescribeBlock: root, currentDescribeBlock: root, currentlyRunningTest: null });
  Object.assign(state, { hasStarted: false, hasFocusedTests: false, unhandledErrors: [] });
  context[Symbol.for('EVENT_HANDLERS')].splice(2);
}
