import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { parseUpdate } from './updates.js';

const FOLDER = 'docs/updates';

describe('An update', () => {
  it('has its day from its file, its title and first paragraph, and what is sanitised of the rest', () => {
    const markdown = '# New & good\n\nIn *short*.\n\n## More\n\n<script>alert(1)</script>\n\n[x](javascript:a) **b**\n';
    expect(parseUpdate('2026-11-23-new.md', markdown)).toEqual({
      id: '2026-11-23-new',
      day: '2026-11-23',
      title: 'New & good',
      summary: 'In short.',
      html: '<p>In <em>short</em>.</p>\n<h3>More</h3>\n<p><a>x</a> <strong>b</strong></p>',
    });
  });

  it('is refused without a title or a day', () => {
    expect(() => parseUpdate('2026-11-23-new.md', 'In short.')).toThrow(/docs\/updates\/2026-11-23-new.md/);
    expect(() => parseUpdate('new.md', '# New\n\nIn short.')).toThrow('YYYY-MM-DD-words.md');
  });

  it.each(readdirSync(FOLDER))('is well-formed: %s', (file) => {
    expect(parseUpdate(file, readFileSync(`${FOLDER}/${file}`, 'utf8')).summary).not.toBe('');
  });
});
