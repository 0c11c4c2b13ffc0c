import { describe, expect, it } from '@jest/globals';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { ListedName } from './listed-name.js';

describe('A name in a list', () => {
  it('has its last name first, each name in its own direction', () => {
    const html = renderToStaticMarkup(
      createElement(ListedName, { lastName: 'القيسي', firstName: 'Maria', maxWidth: 200 }),
    );
    expect(html).toMatch(/<span[^>]* dir="ltr"[^>]*><span><bdi>القيسي<\/bdi>, <\/span><bdi>Maria<\/bdi><\/span>/);
    expect(html).toContain('title="القيسي, Maria"');
  });
});
