import { describe, expect, it } from '@jest/globals';
import { htmlOf, wordsOf } from '@throughline/domain';
import { sanitiseNote } from './sanitise-note.js';

const sanitised = (html: string) => sanitiseNote(html, 'noteText');

describe('The text of a note', () => {
  it.each([
    ['<p>Call <b>Rosa</b> <i>soon</i></p>', '<p>Call <strong>Rosa</strong> <em>soon</em></p>'],
    ['<ul><li><p>one</p></li></ul>', '<ul><li><p>one</p></li></ul>'],
    ['<p>10<sup>6</sup> H<sub>2</sub>O <s>a</s>', '<p>10<sup>6</sup> H<sub>2</sub>O <s>a</s></p>'],
    ['<p><del>a</del> <strike>b</strike></p>', '<p><s>a</s> <s>b</s></p>'],
    ['<ol class="x" start="4" type="a"><li>a</li></ol>', '<ol start="4" type="a"><li>a</li></ol>'],
    ['<ol start="-1" type="disc"><li>a</li></ol>', '<ol><li>a</li></ol>'],
    ['<ol start="1000000"><li>a</li></ol>', '<ol><li>a</li></ol>'],
    ['<p>a<script>alert(1)</script>b</p>', '<p>ab</p>'],
    ['<p onclick="alert(1)" style="position:fixed" class="x">a</p>', '<p>a</p>'],
    ['<img src=x onerror=alert(1)><svg onload=alert(1)>a', 'a'],
    ['<h1>Title</h1><table><tr><td>cell</td></tr></table>', '<p>Title</p><p>cell</p>'],
    [
      '<table><tr><th>Size</th>\n<TH a=b>Qty</th></tr><tr><td>M</td><td>4</td></tr></table>',
      '<p>Size | \nQty</p><p>M | 4</p>',
    ],
    ['<table><tr><td><p>Size</p></td><td><p>Qty</p></td></tr></table>', '<p>Size</p> | <p>Qty</p>'],
    ['<dl><dt>Size</dt><dd>M</dd></dl><pre>a</pre>b', '<p>Size</p><p>M</p><p>a</p>b'],
    ['a < b & c', 'a &lt; b &amp; c'],
    ['<p>unclosed', '<p>unclosed</p>'],
  ])('keeps of %s what its editor makes', (html, kept) => {
    expect(sanitised(html)).toBe(kept);
  });

  it.each(['javascript:alert(1)', 'data:text/html,x', ' java\nscript:alert(1)', '//evil.example/', 'vbscript:x'])(
    'has no link to %s',
    (href) => {
      expect(sanitised(`<a href="${href}">x</a>`)).not.toMatch(/script|data:|evil/);
    },
  );

  it('mentions colleagues alone, by their own names', () => {
    const colleagues = new Map([['u-sam', 'Sam <Oduya>']]);
    const mention = (id: string) => `<p><span data-mention="${id}" onclick="x()" class="x">@The boss</span></p>`;
    const kept = '<p><span data-mention="u-sam">@Sam &lt;Oduya&gt;</span></p>';
    expect(sanitiseNote(mention('u-sam'), 'note', colleagues)).toBe(kept);
    expect(sanitiseNote(kept, 'note', colleagues)).toBe(kept);
    expect(sanitiseNote(mention('u-ana'), 'note', colleagues)).toBe('<p>@The boss</p>');
    expect(sanitised(mention('u-sam'))).toBe('<p>@The boss</p>');
    expect(sanitised('<p><span>a</span></p>')).toBe('<p>a</p>');
    const nested = `<p><span data-mention="u-sam">a<em>b</em></span></p>`;
    expect(() => sanitiseNote(nested, 'note', colleagues)).toThrow('A mention holds a name alone.');
  });

  it.each(['', '/login', 'https:javascript:x', 'https://'])('keeps the words alone of a link to “%s”', (href) => {
    expect(sanitised(`<a href="${href}">x</a>`)).toBe('x');
  });

  it.each([
    ['tags that sanitising lengthens', `${'<em>'.repeat(14_000)}x`, 'Note text is limited to 8000 characters.'],
    ['what nobody sees', '<p>\u200b\u2060</p>', 'Note text is required'],
    ['control characters', '<p>a\u0007b</p>', 'Note text holds characters that cannot be shown. Please type it again.'],
  ])('is refused for %s', (_, html, fault) => {
    expect(() => sanitised(html)).toThrow(fault);
  });

  it('opens a link in a tab of its own, which does not know where it came from', () => {
    const link = '<a href="https://carrier.example/1" target="_blank" rel="noopener noreferrer nofollow">parcel</a>';
    expect(sanitised('<a href="https://carrier.example/1" target="_self" rel="opener">parcel</a>')).toBe(link);
  });

  it('is the same when it is sanitised again', () => {
    for (const html of ['<p>R&amp;D <a href="https://a.example/?a=1&amp;b=2">x</a></p>', htmlOf('5 < 6 "&amp;"')]) {
      expect(sanitised(sanitised(html))).toBe(sanitised(html));
    }
    expect(wordsOf(sanitised(htmlOf('5 < 6 "&amp;"')))).toBe('5 < 6 "&amp;"');
  });

  it('nests lists five deep at most: what is deeper stands in the fifth', () => {
    const nested = (depth: number) => `${'<ul><li>'.repeat(depth)}d${'</li></ul>'.repeat(depth)}`;
    expect(sanitised(nested(5))).toBe(nested(5));
    expect(sanitised('<ol><li>'.repeat(300) + 'd')).toBe(nested(5).replaceAll('ul>', 'ol>'));
    expect(sanitised('<ol start="2"><li>'.repeat(300) + 'd')).toBe(
      nested(5).replaceAll('<ul>', '<ol start="2">').replaceAll('ul>', 'ol>'),
    );
    const below = (inner: string) => `${'<ul><li>'.repeat(4)}${inner}${'</li></ul>'.repeat(4)}`;
    const deep = below('<ul><li><p>a</p><ol><li><p>b</p></li><li><p>c</p></li></ol></li></ul>');
    const flat = below('<ul><li><p>a</p></li><li><p>b</p></li><li><p>c</p></li></ul>');
    expect(sanitised(deep)).toBe(flat);
    expect(sanitised(flat)).toBe(flat);
  });

  it.each([
    ['line breaks', '<br>'.repeat(9000) + 'x', 'Note text is limited to 8000 characters.'],
    ['paragraphs', '<p>'.repeat(5000) + 'x', 'Note text is limited to 500 lines.'],
    ['line ends', 'x' + '\n'.repeat(500) + 'x', 'Note text is limited to 500 lines.'],
    ['items', `<ul>${'<li>'.repeat(501)}x</ul>`, 'Note text is limited to 500 lines.'],
  ])('is limited by its lines, also when they are empty: %s', (_, html, fault) => {
    expect(() => sanitised(html)).toThrow(fault);
  });

  it.each(['', '<p></p>', '<p> &nbsp;</p>', '<script>alert(1)</script>'])('is required: %s', (html) => {
    expect(() => sanitised(html)).toThrow('Note text is required');
  });

  it('is limited by the characters that a reader sees', () => {
    const words = 'é🙂'.repeat(4000);
    expect(wordsOf(sanitised(`<p><strong>${words}</strong></p>`))).toBe(words);
    expect(() => sanitised(`<p>${words}&amp;</p>`)).toThrow('Note text is limited to 8000 characters.');
  });
});
