import { describe, expect, it } from '@jest/globals';
import { fromFrame } from './frame-messages.js';

describe('A message of the preview frame', () => {
  it.each([
    { kind: 'ready' },
    { kind: 'failed' },
    { kind: 'shown', page: 2, pages: 5_000, leftOut: [] },
    { kind: 'shown', page: 2, pages: 5_000, leftOut: ['picture', 'text'] },
    { kind: 'key', key: 'Escape' },
    { kind: 'needs', name: 'wasm/openjpeg.wasm' },
    { kind: 'needs', name: 'cmaps/UniJIS-UTF16-H.bcmap' },
    { kind: 'needs', name: 'standard_fonts/FoxitSymbol.pfb' },
  ])('is %j', (message) => {
    expect(fromFrame({ ...message, more: '<b>' })).toEqual(message);
  });

  it.each([undefined, true, '<b>', ['<b>', { text: 'text' }], { length: 1e9 }])(
    'says of what it leaves out no other words than known ones: %j',
    (leftOut) => {
      const shown = { kind: 'shown', page: 1, pages: 1 };
      expect(fromFrame({ ...shown, leftOut })).toEqual({ ...shown, leftOut: [] });
    },
  );

  it.each([
    null,
    'ready',
    42,
    {},
    { kind: 'open' },
    { kind: 'shown', page: '1', pages: 2 },
    { kind: 'shown', page: 3, pages: 2 },
    { kind: 'shown', page: 0, pages: 2 },
    { kind: 'shown', page: 1, pages: Number.POSITIVE_INFINITY },
    { kind: 'shown', page: 1, pages: 1.5 },
    { kind: 'shown', page: 1, pages: { toString: () => '1' } },
    { kind: 'key', key: 'F5' },
    { kind: 'needs' },
    { kind: 'needs', name: ['wasm/openjpeg.wasm'] },
    { kind: 'needs', name: '../api/companies' },
    { kind: 'needs', name: 'wasm/../../api/health.wasm' },
    { kind: 'needs', name: 'wasm/openjpeg.wasm?secret' },
    { kind: 'needs', name: 'cmaps/a.bcmap\n' },
    { kind: 'needs', name: '//x.example/a.wasm' },
  ])('is not %j', (message) => {
    expect(fromFrame(message)).toBeNull();
  });
});
