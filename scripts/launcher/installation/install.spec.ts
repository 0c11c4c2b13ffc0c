import { describe, expect, it } from '@jest/globals';
import { argumentsFor, isWhole } from './install.mjs';

const version = '1.0.0';
const LOCK = {
  '': { version },
  'apps/api': { version },
  'apps/api/node_modules/lru-cache': { version },
  'node_modules/@throughline/api': { link: true },
  'node_modules/express': { version },
  'node_modules/swc-for-another-platform': { version, optional: true },
  'node_modules/jest': { version, dev: true },
  'node_modules/babel': { version, devOptional: true },
};
const only = (...names: readonly string[]) => ({
  'apps/api/node_modules/lru-cache': { version },
  ...Object.fromEntries(names.map((name) => [`node_modules/${name}`, { version }])),
});
const RUN = { everything: false };
const ALL = { everything: true };

describe('Installing', () => {
  it('leaves out what tests need when it is started', () => {
    expect(isWhole(LOCK, {}, RUN)).toBe(false);
    expect(argumentsFor(LOCK, {}, RUN)).toContain('--omit=dev');
    expect(isWhole(LOCK, only('express'), RUN)).toBe(true);
  });

  it('adds a package that one app alone has in a version of its own', () => {
    expect(isWhole(LOCK, { 'node_modules/express': { version } }, RUN)).toBe(false);
  });

  it('adds what tests need to what a start installed', () => {
    expect(isWhole(LOCK, only('express'), ALL)).toBe(false);
    expect(isWhole(LOCK, only('express', 'jest'), ALL)).toBe(false);
    expect(argumentsFor(LOCK, only('express'), ALL)).toContain('--include=dev');
    expect(isWhole(LOCK, only('express', 'jest', 'babel'), ALL)).toBe(true);
  });

  it('removes nothing that tests have added', () => {
    const old = { ...only('jest', 'babel'), 'node_modules/express': { version: '0.9.0' } };
    expect(isWhole(LOCK, old, RUN)).toBe(false);
    expect(argumentsFor(LOCK, old, RUN)).toContain('--include=dev');
    expect(argumentsFor(LOCK, old, RUN)).not.toContain('--omit=dev');
  });
});
