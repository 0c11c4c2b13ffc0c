import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { ROUTES } from '@throughline/contracts';

const SOURCE = 'apps/api/src';
const specs = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).filter((path) =>
  path.endsWith('.int.spec.ts'),
);
const text = specs.map((path) => readFileSync(`${SOURCE}/${path}`, 'utf8')).join('\n');

describe('A route that states an example and says what its author saw', () => {
  const routes = ROUTES.filter(({ example, meanwhile }) => example !== undefined && meanwhile === 'seen');

  it.each(routes.map(({ endpoint }) => endpoint))('is raced in the spec of its noun: %s', (endpoint) => {
    // In a table of `raceEach`, or as the title of a race of its own: the specs of the tables of all routes name it in neither way.
    expect(text).toMatch(new RegExp(`'${endpoint.replaceAll(/[{}]/g, String.raw`\$&`)}'(: \\(|,)`));
  });
});
