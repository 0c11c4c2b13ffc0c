const { default: Sequencer } = require('@jest/test-sequencer');

/**
 * Jest begins with files that were slow or are large; in a fresh clone it only knows their size. An entry file is small, but stands for
 * several specs. The specs of production start whole products from small files: if one came last, it would keep one worker busy for minutes
 * after the others have finished.
 */
module.exports = class LongestFirst extends Sequencer {
  sort(tests) {
    const rankOf = ({ path }) => (/scripts\/production\//.test(path) ? 0 : path.endsWith('.spec.mjs') ? 1 : 2);
    return super.sort(tests).toSorted((one, other) => rankOf(one) - rankOf(other));
  }
};
