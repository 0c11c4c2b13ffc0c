import { describe, expect, it } from '@jest/globals';
import { parseUpdate, readUpdates } from './updates.js';

describe('An update', () => {
  it('has its title, and what is sanitised of the rest', () => {
    const markdown = '# New & good\n\nIn *short*.\n\n## More\n\n<script>alert(1)</script>\n\n[x](javascript:a) **b**\n';
    expect(parseUpdate('2026-11-23-new.en.md', markdown)).toEqual({
      title: 'New & good',
      html: '<p>In <em>short</em>.</p>\n<h3>More</h3>\n<p><a>x</a> <strong>b</strong></p>',
    });
  });

  it.each(['In short.', '# New\n\n- a list'])('is refused without a title or a paragraph: %s', (markdown) => {
    expect(() => parseUpdate('2026-11-23-new.en.md', markdown)).toThrow('docs/updates/2026-11-23-new.en.md');
  });

  it('is there in every language, as long in each', () => {
    const updates = readUpdates('docs/updates');
    expect(updates.map(({ day }) => day)).toEqual(
      updates
        .map(({ day }) => day)
        .sort()
        .reverse(),
    );
    for (const { id, texts } of updates) {
      const shapeOf = (html: string) => html.match(/<(h3|p|li|strong)>/g);
      expect([id, shapeOf(texts.es.html)]).toEqual([id, shapeOf(texts.en.html)]);
      expect(texts.es.title).not.toBe(texts.en.title);
    }
  });
});
