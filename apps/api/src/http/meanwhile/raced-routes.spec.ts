import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { ROUTES } from '@throughline/contracts';

const SOURCE = 'apps/api/src';
const specs = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).filter((path) =>
  path.endsWith('.int.spec.ts'),
);
const text = specs.map((path) => readFileSync(`${SOURCE}/${path}`, 'utf8')).join('\n');

describe('A route that says what its author saw', () => {
  const routes = ROUTES.filter(({ meanwhile }) => meanwhile === 'seen');

  it.each(routes.map(({ endpoint }) => endpoint))('is raced: %s', (endpoint) => {
    // In a table of races, or as the title of a race of its own: the specs of the tables of all routes name it in neither way.
    expect(text).toMatch(new RegExp(`'${endpoint.replaceAll(/[{}]/g, String.raw`\$&`)}'(: (async )?\\(|,)`));
  });
});
