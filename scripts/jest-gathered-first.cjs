const { default: Sequencer } = require('@jest/test-sequencer');

/** Jest begins with the files that were slow or are large. An entry file is small, and stands for several specs. */
module.exports = class GatheredFirst extends Sequencer {
  sort(tests) {
    const isEntry = ({ path }) => path.endsWith('.spec.mjs');
    const sorted = super.sort(tests);
    return [...sorted.filter(isEntry), ...sorted.filter((test) => !isEntry(test))];
  }
};
