import { describe, expect, it } from '@jest/globals';
import { Window } from 'happy-dom';
import type { LeftOut } from './left-out.js';
import { pastedNote } from './pasted-note.js';

const window = new Window();
Object.assign(globalThis, { DOMParser: window.DOMParser, Node: window.Node });

const html = (pasted: string) => pastedNote(pasted).html;
const leftOut = (pasted: string): readonly LeftOut[] => pastedNote(pasted).leftOut;

describe('Pasted text', () => {
  it.each([
    ['sup and sub', 'a 10<sup>6</sup> H<sub>2</sub>O', '<p>a 10<sup>6</sup> H<sub>2</sub>O</p>'],
    [
      'struck words',
      '<p>Call <del>Rosa</del> <s>a</s> <strike>b</strike></p>',
      '<p>Call <s>Rosa</s> <s>a</s> <s>b</s></p>',
    ],
    ['a title', '<h2>Size</h2>text', '<p><strong>Size</strong></p><p>text</p>'],
    ['blocks in one another', '<div>a<div>b<span>c</span></div>d</div>', '<p>a</p><p>bc</p><p>d</p>'],
    ['an empty line', '<div>a</div><div><br></div><div>b<br></div>', '<p>a</p><p></p><p>b</p>'],
    ['line breaks', 'a<br>b<br><br>c', '<p>a<br>b<br><br>c</p>'],
    ['spaces of the source', '<p>\n  a\n  <b> b </b> c\n</p>', '<p>a <strong>b </strong>c</p>'],
    ['program text', '<pre>a  b\n c</pre>', '<p>a\u00a0 b<br>\u00a0c</p>'],
    [
      'a list from 4',
      '<ol start="4"><li>d</li><li>e</li></ol>',
      '<ol start="4"><li><p>d</p></li><li><p>e</p></li></ol>',
    ],
    ['letters', '<ol type="a"><li>d</li></ol>', '<ol type="a"><li><p>d</p></li></ol>'],
    [
      'numbers that jump',
      '<ol><li>a</li><li value="7">g</li><li>h</li></ol>',
      '<ol><li><p>a</p></li></ol><ol start="7"><li><p>g</p></li><li><p>h</p></li></ol>',
    ],
    [
      'numbers backwards',
      '<ol reversed><li>a</li><li>b</li></ol>',
      '<ol start="2"><li><p>a</p></li></ol><ol><li><p>b</p></li></ol>',
    ],
    [
      'a number below 0',
      '<ol start="-1"><li>a</li><li>b</li></ol>',
      '<ul><li><p>-1. a</p></li></ul><ol start="0"><li><p>b</p></li></ol>',
    ],
    [
      'a list beside items',
      '<ul><li>a</li><ul><li>b</li></ul></ul>',
      '<ul><li><p>a</p><ul><li><p>b</p></li></ul></li></ul>',
    ],
    ['a list without signs', '<ul style="list-style: none"><li>a</li><li>b</li></ul>', '<p>a</p><p>b</p>'],
    [
      'a list to tick off',
      '<ul><li role="checkbox" aria-checked="true"><img alt="x"><p>a</p></li><li aria-checked="false">b</li></ul>',
      '<ul><li><p>☑ a</p></li><li><p>☐ b</p></li></ul>',
    ],
    [
      'a quotation',
      'a<blockquote>b<ul><li>c</li></ul></blockquote>',
      '<p>a</p><p>&gt; b</p><ul><li><p>&gt; c</p></li></ul>',
    ],
    [
      'a link',
      '<a href=" https://a.example/?b=1&amp;c " style="text-decoration:underline"><b>x</b></a>',
      '<p><a href="https://a.example/?b=1&amp;c"><strong>x</strong></a></p>',
    ],
    ['a place in the page', '<a href="#b">x</a>', '<p>x</p>'],
    ['small pictures of characters', 'a <img alt="👍" src="x">', '<p>a 👍</p>'],
    ['capitals of a style', '<span style="text-transform: uppercase">not</span>', '<p>NOT</p>'],
    [
      'what is no text',
      'a<script>c()</script><style>.e{}</style><!-- e --><select><option>f</option></select>',
      '<p>a</p>',
    ],
    ['a reading aid', '<ruby>漢<rp>(</rp><rt>kan</rt><rp>)</rp></ruby>', '<p>漢(kan)</p>'],
    ['a mention', '<p><span data-mention="u-sam">@Sam</span></p>', '<p><span data-mention="u-sam">@Sam</span></p>'],
  ])('says the same after: %s', (_, pasted, note) => {
    expect(pastedNote(pasted)).toEqual({ html: note, leftOut: [] });
  });

  it('has the formats of Google Docs, which are in styles alone', () => {
    const span = (style: string, text: string) =>
      `<span style="font-size:11pt;color:#000000;background-color:transparent;font-weight:400;font-style:normal;text-decoration:none;${style}">${text}</span>`;
    const docs =
      `<meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-1"><p dir="ltr">${span('', 'Order ')}${span('font-weight:700', 'now')}` +
      `${span('vertical-align:super', '6')}${span('text-decoration:line-through', 'no')}${span('font-style:italic', 'it')}</p>` +
      `<ol start="3"><li dir="ltr" style="list-style-type:lower-alpha" aria-level="1"><p role="presentation">${span('', 'c')}</p></li></ol></b><br class="Apple-interchange-newline">`;
    expect(pastedNote(docs)).toEqual({
      html: '<p>Order <strong>now</strong><sup>6</sup><s>no</s><em>it</em></p><ol start="3" type="a"><li><p>c</p></li></ol>',
      leftOut: [],
    });
  });

  it('has the lists of Word, which are paragraphs', () => {
    const item = (level: number, marker: string, text: string) =>
      `<p class=MsoListParagraph style='text-indent:-.25in;mso-list:l0 level${level} lfo1'><![if !supportLists]><span style='font-family:Symbol'>` +
      `<span style='mso-list:Ignore'>${marker}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span></span><![endif]>${text}<o:p></o:p></p>\n`;
    const word = (...items: readonly string[]) =>
      html(
        `<html><head><style><!-- p.MsoListParagraph {margin:0} --></style></head><body><!--StartFragment-->${items.join('')}<!--EndFragment--></body></html>`,
      );
    expect(word(item(1, '4.', 'd'), item(2, 'i.', 'x'), item(2, 'ii.', 'y'), item(1, '5.', 'e'))).toBe(
      '<ol start="4"><li><p>d</p><ol type="i"><li><p>x</p></li><li><p>y</p></li></ol></li><li><p>e</p></li></ol>',
    );
    expect(word(item(1, '·', 'a'), item(2, 'o', 'b'), item(3, '§', 'c'), item(1, '·', 'd'))).toBe(
      '<ul><li><p>a</p><ul><li><p>b</p><ul><li><p>c</p></li></ul></li></ul></li><li><p>d</p></li></ul>',
    );
    expect(word(item(1, 'h)', 'h'), item(1, 'i)', 'i'))).toBe(
      '<ol start="8" type="a"><li><p>h</p></li><li><p>i</p></li></ol>',
    );
    expect(word(item(1, '1.', 'a'), '<p>between</p>', item(1, '2.', 'b'))).toBe(
      '<ol><li><p>a</p></li></ol><p>between</p><ol start="2"><li><p>b</p></li></ol>',
    );
    expect(word(item(2, '1.1', 'a'), item(1, 'Step 2:', 'b'))).toBe('<p>1.1 a</p><p>Step 2: b</p>');
  });

  it('keeps the cells of a table apart, each in its place', () => {
    const table =
      '<table><tr><th>Size</th><th>Qty</th></tr><tr><td>M</td><td>4</td></tr><tr><td></td><td>5</td></tr></table>';
    expect(pastedNote(table)).toEqual({
      html: '<p><strong>Size</strong> | <strong>Qty</strong></p><p>M | 4</p><p> | 5</p>',
      leftOut: ['table'],
    });
    expect(
      html(
        '<table><tr><td rowspan="2">M</td><td colspan="2">1</td><td>2</td></tr><tr><td>3</td><td>4</td><td>5</td></tr></table>',
      ),
    ).toBe('<p>M | 1 |  | 2</p><p>M | 3 | 4 | 5</p>');
    expect(html('<tr><td>Size</td><td><p>M</p><p>L</p></td></tr>')).toBe('<p>Size | M / L</p>');
    expect(html('<div role="row"><div role="cell">a</div><div role="cell">b</div></div>')).toBe('<p>a | b</p>');
  });

  it('has the formats of Excel, which are in classes', () => {
    const excel =
      '<html><head><style><!--table {mso-displayed-decimal-separator:"\\.";} .xl65 {font-weight:700; text-decoration:line-through;} .xl66 {font-style:italic;}--></style></head>' +
      '<body><table><!--StartFragment--><tr><td class=xl65>a</td><td class=xl66>b</td></tr><!--EndFragment--></table></body></html>';
    expect(html(excel)).toBe('<p><strong><s>a</s></strong> | <em>b</em></p>');
  });

  it('is no table where one lays out a mail', () => {
    const mail =
      '<table role="presentation"><tr><td><p>a</p></td><td><table><tr><td>Size</td><td>M</td></tr></table></td></tr></table>';
    expect(pastedNote(mail)).toEqual({ html: '<p>a</p><p>Size | M</p>', leftOut: ['table'] });
    expect(pastedNote('<table><tr><td>a</td></tr><tr><td>b</td></tr></table>')).toEqual({
      html: '<p>a</p><p>b</p>',
      leftOut: [],
    });
  });

  it.each<readonly [string, string, readonly LeftOut[]]>([
    ['a<img src="x" alt="the wound">', '<p>a</p>', ['picture']],
    ['a<img src="x" width="1" height="1">', '<p>a</p>', []],
    ['a<iframe src="x">b</iframe><video>c</video>', '<p>a</p>', ['media']],
    ['<math><mn>1</mn></math>', '<p>1</p>', ['formula']],
    ['<u>a</u>', '<p>a</p>', ['underline']],
    ['<span style="color:red">a</span> b', '<p>a b</p>', ['colour']],
    ['<mark>a</mark> b', '<p>a b</p>', ['colour']],
    ['<div style="color:#333">a b</div>', '<p>a b</p>', []],
    ['<a href="/login">a</a><a href="javascript:x()">b</a>', '<p>ab</p>', ['address']],
    ['a\u202a(602)\u202c 5\u2068b\u2069\ufffc\ufeff\u0007', '<p>a(602) 5b</p>', ['invisible']],
    ['a&#x202e;b', '<p>ab</p>', ['invisible']],
    ['<a href="https://a.example/\u202cb">a</a>', '<p><a href="https://a.example/b">a</a></p>', ['invisible']],
    ['<input value="a\u202cb">', '<p>ab</p>', ['invisible']],
    ['<p data-pm-slice="1 1 []">a\u202cb</p>', '<p>ab</p>', ['invisible']],
    ['a\u2028b\u2029c\u000bd\u0085', '<p>a<br>b<br>c<br>d</p>', []],
    ['<pre>a\u2028b\u2066</pre>', '<p>a<br>b</p>', ['invisible']],
    ['<ol><li>a\u2028b</li></ol>', '<ol><li><p>a<br>b</p></li></ol>', []],
  ])('says what it left out of %j', (pasted, note, kinds) => {
    expect(pastedNote(pasted)).toEqual({ html: note, leftOut: kinds });
  });

  it('nests lists no deeper than a note, with the signs of what is deeper', () => {
    const deep = '<ol start="3"><li>a<ul><li>b</li></ul></li></ol>';
    expect(pastedNote(deep, 2).html).toBe('<ol start="3"><li><p>a</p><ul><li><p>b</p></li></ul></li></ol>');
    expect(pastedNote(deep, 1).html).toBe('<ol start="3"><li><p>a</p><p>• b</p></li></ol>');
    expect(pastedNote(deep, 0).html).toBe('<p>3. a</p><p>• b</p>');
  });

  it('is left to the editor if it was copied from a note', () => {
    const slice = '<p data-pm-slice="1 1 []">a  b</p>';
    expect(html(slice)).toBe(slice);
    expect(leftOut('<p data-pm-slice="1 1 []"><u>a</u></p>')).toEqual(['underline']);
  });
});
