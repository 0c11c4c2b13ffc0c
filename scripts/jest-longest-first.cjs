const { default: Sequencer } = require('@jest/test-sequencer');

/**
 * Jest begins with the files that were slow or are large, and in a fresh clone it knows only how large they are. An entry file is small, and
 * stands for several specs. The specs of production start whole products from small files: the last of them would keep one worker
 * for minutes after the other has ended.
 */
module.exports = class LongestFirst extends Sequencer {
  sort(tests) {
    const rankOf = ({ path }) => (/scripts\/production\//.test(path) ? 0 : path.endsWith('.spec.mjs') ? 1 : 2);
    return super.sort(tests).toSorted((one, other) => rankOf(one) - rankOf(other));
  }
};
