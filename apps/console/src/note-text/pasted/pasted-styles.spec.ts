import { describe, expect, it } from '@jest/globals';
import { Window } from 'happy-dom';
import { pastedNote } from './pasted-note.js';

const window = new Window();
Object.assign(globalThis, { DOMParser: window.DOMParser, Node: window.Node });

const html = (pasted: string) => pastedNote(pasted).html;

describe('Text pasted with styles', () => {
  it.each<readonly [string, 'sup' | 'sub' | null]>([
    ['position:relative;top:-3.0pt;mso-text-raise:3.0pt', 'sup'],
    ['position:relative;top:3.0pt;mso-text-raise:-3.0pt', 'sub'],
    ['mso-text-raise:1.0pt', 'sup'],
    ['vertical-align:0.5em;font-size:70%', 'sup'],
    ['vertical-align:-.2em', 'sub'],
    ['vertical-align:30%', 'sup'],
    ['vertical-align:-25%', 'sub'],
    ['vertical-align: 6.0px', 'sup'],
    ['vertical-align: -3.0px', 'sub'],
    ['vertical-align:calc(0.4em + 1px)', 'sup'],
    ['vertical-align:text-top', 'sup'],
    ['vertical-align:text-bottom;font-size:8pt', 'sub'],
    ['vertical-align:top;font-size:8px', 'sup'],
    ['vertical-align:top;font-size:smaller', 'sup'],
    ['vertical-align:bottom;font-size:60%', 'sub'],
    ['position:relative;top:-0.5em;font-size:75%', 'sup'],
    ['position:relative;bottom:.4em', 'sup'],
    ['position:relative;bottom:-.25em', 'sub'],
    ['position:relative;inset:-.4em 0 0 0', 'sup'],
    ['position:relative;vertical-align:baseline;top:-.5em', 'sup'],
    ['display:inline-block;transform:translateY(-40%)', 'sup'],
    ['display:inline-block;transform:translate(0, 0.4em) scale(.7)', 'sub'],
    ['display:inline-block;translate:0 -4px', 'sup'],
    ['display:inline-block;margin-bottom:6px;font-size:60%', 'sup'],
    ['display:inline-block;margin:0 0 .4em;font-size:smaller', 'sup'],
    ['display:inline-block;padding-bottom:4px;font-size:9px', 'sup'],
    ['display:inline-block;margin-top:6px;font-size:60%', 'sub'],
    ['baseline-shift:super', 'sup'],
    ['baseline-shift:-30%', 'sub'],
    ['font-variant:super', 'sup'],
    [`font-feature-settings:'sups' 1`, 'sup'],
    [`font-feature-settings:'subs'`, 'sub'],
    // Styles that only align the characters with the line, or do not move them.
    ['vertical-align:baseline', null],
    ['vertical-align:middle;font-size:16px', null],
    ['vertical-align:top', null],
    ['vertical-align:top;font-size:16px', null],
    ['vertical-align:1px', null],
    ['position:relative;top:-1px', null],
    ['top:-0.5em', null],
    ['position:relative;left:-3pt', null],
    ['display:inline-block;transform:translate(-4px)', null],
    [`font-feature-settings:'sups' 0`, null],
  ])('has raised and lowered characters, by whatever style: %s', (style, script) => {
    const six = script === null ? '6' : `<${script}>6</${script}>`;
    const inline = `<p style="font-size:16px">10<span style="${style}">6</span> a</p>`;
    expect(pastedNote(inline)).toEqual({ html: `<p>10${six} a</p>`, leftOut: [] });
    const inClass = `<style>.s{${style}}</style><p style="font-size:16px">10<span class=s>6</span> a</p>`;
    expect(html(inClass)).toBe(`<p>10${six} a</p>`);
  });

  it('has no raised characters where a style says where the lines of a box begin', () => {
    expect(
      html('<table><tr><td style="vertical-align:super">a</td><td style="vertical-align:6px">b</td></tr></table>'),
    ).toBe('<p>a | b</p>');
    expect(html('<p style="vertical-align:30%">a</p>')).toBe('<p>a</p>');
    expect(html('<sup style="position:relative;top:2px;vertical-align:baseline">a</sup>')).toBe('<p><sup>a</sup></p>');
  });

  it('is without characters that have no size', () => {
    expect(html('<p style="font-size:0">a<b style="font-size:12pt">b</b></p>')).toBe('<p><strong>b</strong></p>');
  });

  it.each([
    ['.x{display:none}', '<p>a<span class=x>b</span></p>', '<p>a</p>'],
    ['.xl67{display:none}', '<table><tr><td>a</td><td class=xl67>b</td><td>c</td></tr></table>', '<p>a | c</p>'],
    [
      '.r{display:none}',
      '<table><tr><td>a</td><td>b</td></tr><tr class=r><td>c</td><td>d</td></tr></table>',
      '<p>a | b</p>',
    ],
    [
      'thead.h,.v{visibility:collapse}',
      '<table><thead class=h><tr><td>a</td></tr></thead><tr><td>b</td><td>c</td></tr><tr class=v><td>d</td><td>e</td></tr></table>',
      '<p>b | c</p>',
    ],
    ['div .x b{mso-hide:all}', '<div><i class=x><b>a</b></i>b</div>', '<p>b</p>'],
    ['#x, p>.o{opacity:0}', '<p>a<span id=x>b</span><span class=o>c</span></p>', '<p>a</p>'],
    ['[data-x="}"]{display:none}', '<p>a<i data-x="}">b</i></p>', '<p>a</p>'],
    ['.x{visibility:hidden} .y{visibility:visible}', '<p class=x>a<b class=y>b</b></p>', '<p><strong>b</strong></p>'],
    ['.x{display:none} .x{display:inline}', '<p>a<span class=x>b</span></p>', '<p>ab</p>'],
    ['p .x{display:none} .x{display:inline}', '<p>a<span class=x>b</span></p>', '<p>a</p>'],
    ['.x{display:none!important}', '<p>a<span class=x style="display:inline">b</span></p>', '<p>a</p>'],
    ['@media screen{.x{display:none}}', '<p>a<span class=x>b</span></p>', '<p>a</p>'],
    ['@media print{.x{display:none}}', '<p>a<span class=x>b</span></p>', '<p>ab</p>'],
    ['@media (max-width:480px){.x{display:none}}', '<p>a<span class=x>b</span></p>', '<p>ab</p>'],
    ['@import url(a.css);.x:hover{display:none}', '<p>a<span class=x>b</span></p>', '<p>ab</p>'],
  ])('is without what the style sheet hides: %s', (css, pasted, note) => {
    expect(html(`<style><!-- ${css} --></style>${pasted}`)).toBe(note);
  });

  it.each([
    'display:none',
    'visibility:hidden',
    'opacity:0',
    'opacity: 0.0',
    'mso-hide:all',
    'font-size:0',
    'font-size:0pt',
    'color:transparent',
    'color:rgba(0, 0, 0, 0)',
    'color:#1230',
    'color:rgb(1 2 3 / 0%)',
    'color:#fff;background:#FFF',
    '-webkit-text-fill-color:transparent',
    'color:red;background-color:red',
    'filter:opacity(0)',
    'zoom:0',
    'position:absolute;left:-9999px',
    'position:fixed;top:-100em',
    'position:absolute;inset:-9999px auto auto',
    'position:relative;left:-9999px',
    'margin-left:-9999px',
    'display:block;text-indent:-9999px',
    'position:absolute;right:-9999px',
    'transform:translateX(-9999px)',
    'translate:-9999px',
    'transform:scale(0)',
    'position:absolute;clip:rect(0 0 0 0)',
    'position:absolute;clip:rect(1px,1px,1px,1px)',
    'clip-path:inset(50%)',
    'clip-path:inset(100% 0 0 0)',
    'clip-path: circle(0)',
    'clip-path:polygon(0 0, 0 0, 0 0)',
    'display:inline-block;width:1px;height:1px;overflow:hidden',
    'display:block;max-height:0;overflow:hidden',
    'position:absolute;width:0;overflow:clip',
    'display:block;height:0px;overflow-y:hidden',
  ])('is without what nobody saw, and says so: %s', (style) => {
    expect(pastedNote(`<p>a<span style="${style}">b</span></p>`)).toEqual({ html: '<p>a</p>', leftOut: ['hidden'] });
    expect(pastedNote(`<p>a<span style="${style}"><b> </b></span></p>`)).toEqual({ html: '<p>a</p>', leftOut: [] });
  });

  it.each([
    ['<table><tr><td>a</td><td style="display:none">b</td><td>c</td></tr></table>', '<p>a | c</p>'],
    ['<table><tr><td>a</td><td width=0 style="width:0">b</td><td>c</td></tr></table>', '<p>a | c</p>'],
    [
      '<table><colgroup><col><col style="display:none"><col></colgroup><tr><td>a</td><td>b</td><td>c</td></tr></table>',
      '<p>a | c</p>',
    ],
    [
      '<table><colgroup><col width=64><col span=2 width=0></colgroup><col><tr><td>a</td><td>b</td><td>c</td><td>d</td></tr><tr><td colspan=3>e</td><td>f</td></tr></table>',
      '<p>a | d</p><p>e | f</p>',
    ],
    [
      '<table><colgroup><col><col style="visibility:collapse"><col></colgroup><tr><td>a</td><td style="display:none">b</td><td>c</td></tr></table>',
      '<p>a | c</p>',
    ],
    ['<table><tr><td>a</td><td>b</td></tr><tr style="mso-hide:all"><td>c</td><td>d</td></tr></table>', '<p>a | b</p>'],
  ])('is without hidden columns and rows, and says so: %s', (table, note) => {
    expect(pastedNote(table)).toEqual({ html: note, leftOut: ['table', 'hidden'] });
  });

  it('is without hidden items of a list, and says so', () => {
    expect(pastedNote('<ul><li>a</li><li style="display:none">b</li></ul>')).toEqual({
      html: '<ul><li><p>a</p></li></ul>',
      leftOut: ['hidden'],
    });
  });

  it.each([
    'position:relative;left:-20px',
    'margin-left:-12px',
    'text-indent:-.25in',
    'color:white',
    'opacity:0.5',
    'width:0',
    'height:0',
    'overflow:hidden',
    'clip-path:inset(0)',
    'transform:translateX(-50%)',
    'color:#1238',
    'background:linear-gradient(red, blue);background-clip:text;color:transparent',
    'color:red;background:#fff',
    'clip:rect(0 0 0 0)',
    'left:-9999px',
    'display:block;width:300px;height:20px;overflow:hidden',
  ])('has what was to be seen: %s', (style) => {
    expect(html(`<p>a<span style="${style}">b</span></p>`)).toMatch(/b/);
  });

  it('has the rows of a document, whose height is left to what is in them', () => {
    const table = '<table><tr style="height:0pt"><td>a</td><td>b</td></tr></table>';
    expect(html(table)).toBe('<p>a | b</p>');
  });

  it.each([
    [
      '<div style="display:flex"><span style="margin-right:20px">Size</span><span>Qty</span></div>',
      '<p>Size | Qty</p>',
    ],
    [
      '<p>a</p><div style="display:flex">Size<b>Qty</b>\n<span>Note</span></div>',
      '<p>a</p><p>Size | <strong>Qty</strong> | Note</p>',
    ],
    ['<ul><li style="display:flex"><span>Size</span><span>Qty</span></li></ul>', '<ul><li><p>Size | Qty</p></li></ul>'],
    [
      '<div style="display:grid;grid-template-columns:[a] 1fr minmax(10px, 1fr)"><i>Size</i><i>Qty</i><b></b><b>4</b></div>',
      '<p><em>Size</em> | <em>Qty</em></p><p> | <strong>4</strong></p>',
    ],
    [
      '<div style="display:grid;grid-template-columns:repeat(2, 1fr)"><b style="grid-column:1 / -1">Order</b><a>M</a><a>4</a></div>',
      '<p><strong>Order</strong></p><p>M | 4</p>',
    ],
    [
      '<style>.r{display:table-row}.r>*{display:table-cell}</style><div class=r><span>M</span> <span></span> <span>4</span></div>',
      '<p>M |  | 4</p>',
    ],
    [
      '<div><div style="float:left">Size</div>\n<div style="float:left">Qty</div><div style="float:left;clear:both">M</div><div style="float:left">4</div></div>',
      '<p>Size | Qty</p><p>M | 4</p>',
    ],
    ['<span style="float:left">Size</span><span style="float:right">Qty</span>', '<p>Size | Qty</p>'],
    [
      '<div style="display:inline-block;width:50%">Size</div><div style="display:inline-block;width:50%">Qty</div>',
      '<p>Size | Qty</p>',
    ],
  ])('keeps apart on a line, with a word, what styles put side by side: %s', (pasted, note) => {
    expect(pastedNote(pasted)).toEqual({ html: note, leftOut: ['table'] });
  });

  it.each([
    ['<span style="display:inline-block;padding:4px">Size</span><span>Qty</span>', '<p>Size Qty</p>'],
    ['<span style="margin-right:20px">Size</span><span>Qty</span>', '<p>Size Qty</p>'],
    ['<span>Size</span><span style="margin:0 0 0 1em">Qty</span>', '<p>Size Qty</p>'],
    ['<span>Size</span><span style="padding-inline:4px">Qty</span>!', '<p>Size Qty !</p>'],
    ['<span style="display:inline-block;width:100px">Size</span><span>Qty</span>', '<p>Size Qty</p>'],
    ['Size<span style="display:inline-block;width:3em"></span>Qty', '<p>Size Qty</p>'],
    ['Size<img src=x width=40 height=1>Qty', '<p>Size Qty</p>'],
    ['<button>Yes</button><button>No</button>', '<p>Yes No</p>'],
    ['Size<span style="position:absolute;left:90px">Qty</span>', '<p>Size Qty</p>'],
    [
      'a<span style="display:inline-flex"><b>Size</b><i>Qty</i></span>b',
      '<p>a <strong>Size</strong> <em>Qty</em> b</p>',
    ],
    ['<div style="display:flex;flex-direction:column"><a>Size</a><a>Qty</a></div>', '<p>Size</p><p>Qty</p>'],
    ['<div style="display:flex"><div><p>a</p><p>b</p></div><div>c</div></div>', '<p>a</p><p>b</p><p>c</p>'],
    ['<div style="display:flex"><span></span><span>a <i>b</i></span></div>', '<p>a <em>b</em></p>'],
    ['<ul style="list-style:none"><li style="display:flex"><i>•</i><span>a</span></li></ul>', '<p><em>•</em> a</p>'],
    ['<a style="display:block">Size</a><a style="display:block">Qty</a>', '<p>Size</p><p>Qty</p>'],
    // Without a visible gap, the parts are one word.
    ['un<span style="display:inline-block">happy</span><span style="margin-left:1px">!</span>', '<p>unhappy!</p>'],
    ['10<sup style="margin-left:4px">6</sup>', '<p>10<sup>6</sup></p>'],
  ])('keeps apart what styles keep apart, and nothing else: %s', (pasted, note) => {
    expect(pastedNote(pasted)).toEqual({ html: note, leftOut: [] });
  });

  it.each([
    ['<div style="display:flex"><b style="order:2">a</b><i>b</i></div>', '<p><em>b</em> | <strong>a</strong></p>'],
    [
      '<div style="display:flex;flex-direction:row-reverse"><b>a</b><i>b</i></div>',
      '<p><em>b</em> | <strong>a</strong></p>',
    ],
    [
      '<div style="display:flex;flex-flow:wrap row-reverse"><b>a</b><i>b</i></div>',
      '<p><em>b</em> | <strong>a</strong></p>',
    ],
    ['<div style="display:flex;flex-direction:column-reverse"><a>a</a><a>b</a></div>', '<p>b</p><p>a</p>'],
    [
      '<span style="display:inline-flex;flex-direction:row-reverse"><b>a</b><i>b</i></span>',
      '<p><em>b</em> <strong>a</strong></p>',
    ],
    [
      '<div style="display:grid"><a style="order:1">a</a><a>b</a><a style="order:-1">c</a></div>',
      '<p>c</p><p>b</p><p>a</p>',
    ],
    ['<style>.l{order:3}</style><div style="display:flex"><a class=l>a</a><a>b</a></div>', '<p>b | a</p>'],
    [
      '<div style="float:right">a</div><div style="float:right">b</div><div style="float:left">c</div>',
      '<p>c | b | a</p>',
    ],
    ['<div><a style="order:2">a</a><a>b</a></div>', '<p>ab</p>'],
  ])('is in the order in which it was read: %s', (pasted, note) => {
    expect(html(pasted)).toBe(note);
  });

  it.each<readonly [string, string, boolean]>([
    ['a <bdo dir=rtl>123</bdo> b', '<p>a 321 b</p>', false],
    ['a <span style="direction:rtl;unicode-bidi:bidi-override">abc</span>', '<p>a cba</p>', false],
    ['a <bdo dir=ltr>123</bdo>', '<p>a 123</p>', false],
    ['<bdo dir=rtl>1<b>2</b>3</bdo>', '<p>1<strong>2</strong>3</p>', true],
    ['<bdo dir=ltr>שלום</bdo>', '<p>שלום</p>', true],
    ['<p dir=rtl>שלום 12</p>', '<p>שלום 12</p>', false],
    ['1<span style="border-top:1px solid">2</span>', '<p>1 2</p>', true],
    ['1<span style="display:inline-block;border-top:1px solid #000">2</span> cup', '<p>1 2 cup</p>', true],
    ['<span style="border-bottom:1px solid">1</span>2', '<p>1 2</p>', true],
    ['<span style="border-bottom:1px solid">1</span><span>2</span>', '<p>1 2</p>', true],
    [
      '<span style="display:inline-block"><span style="display:block;border-bottom:1px solid">1</span><span style="display:block">2</span></span>',
      '<p>1</p><p>2</p>',
      true,
    ],
    ['10<span style="font-size:60%">6</span>', '<p>106</p>', true],
    ['10<span style="vertical-align:middle;font-size:60%">6</span>', '<p>106</p>', true],
    ['10<span style="position:absolute;top:-4px;font-size:60%">6</span>', '<p>10 6</p>', true],
    ['$10<small>99</small>', '<p>$1099</p>', true],
    ['10 <small>mg</small>', '<p>10 mg</p>', false],
    ['10 <small>6</small>', '<p>10 6</p>', false],
    ['H<small>2</small>O', '<p>H2O</p>', false],
    ['<span style="border-top:0">2</span>', '<p>2</p>', false],
    ['1<span style="border-top:none">2</span>', '<p>12</p>', false],
    ['<span style="border:1px solid">2</span>', '<p>2</p>', false],
    ['<a style="border-bottom:1px dotted">see</a> b', '<p>see b</p>', false],
    ['<p style="border-top:1px solid">12</p>', '<p>12</p>', false],
    [
      '<div style="display:grid;grid-template-columns:1fr 1fr"><a style="grid-column:2;grid-row:1">a</a><a style="grid-column:1;grid-row:1">b</a></div>',
      '<p>a | b</p>',
      true,
    ],
    [
      '<div style="display:grid"><a style="grid-row:1">a</a><a style="grid-row:2">b</a></div>',
      '<p>a</p><p>b</p>',
      false,
    ],
  ])('keeps the order in which it was read, or reports the lost layout: %s', (pasted, note, isReported) => {
    const { html: text, leftOut } = pastedNote(pasted);
    expect([text, leftOut.includes('layout')]).toEqual([note, isReported]);
  });

  it.each([
    ['text-transform:lowercase', 'MG Per day', 'mg per day'],
    ['text-transform:uppercase', 'mg', 'MG'],
    ['text-transform:capitalize', 'no rosa’s MG', 'No Rosa’s MG'],
    ['text-transform:none', 'Mg', 'Mg'],
  ])('has the letters that were shown: %s', (style, written, shown) => {
    const pasted = `<p style="text-transform:uppercase"><span style="${style}">${written}</span></p>`;
    expect(pastedNote(pasted)).toEqual({ html: `<p>${shown}</p>`, leftOut: [] });
  });

  it.each<readonly [string, string, readonly string[]]>([
    [`<ol style="list-style-type: '4) '"><li>Alpha</li></ol>`, '<p>4) Alpha</p>', []],
    [
      `<ol><li style="list-style-type:'A) '">a</li><li style="list-style-type:'B) '">b</li></ol>`,
      '<p>A) a</p><p>B) b</p>',
      [],
    ],
    [`<ul style="list-style-type:'– '"><li>a<ul><li>b</li></ul></li></ul>`, '<p>– a</p><ul><li><p>b</p></li></ul>', []],
    [`<ul style="list-style-type:'\\2022 '"><li>a</li></ul>`, '<ul><li><p>a</p></li></ul>', []],
    ['<ol style="list-style-type:lower-greek" start=2><li>a</li><li>b</li></ol>', '<p>β. a</p><p>γ. b</p>', []],
    ['<ol style="list-style-type:decimal-leading-zero"><li>a</li></ol>', '<p>01. a</p>', []],
    ['<ol style="list-style-type:hebrew"><li>a</li></ol>', '<ol><li><p>a</p></li></ol>', ['numbering']],
    ['<ol style="list-style:inside lower-roman"><li>a</li></ol>', '<ol type="i"><li><p>a</p></li></ol>', []],
    ['<ol style="counter-reset:list-item 3"><li>a</li></ol>', '<ol start="4"><li><p>a</p></li></ol>', []],
    ['<style>li{list-style:none}li:before{content:"\\2013  "}</style><ul><li>a</li></ul>', '<p>– a</p>', []],
    ['<style>ol>li::marker{content:"4) "}</style><ol><li>a</li></ol>', '<p>4) a</p>', []],
    [
      '<style>.l>li:before{content:"(" counter(x,lower-latin) ") "}</style><ol class=l style="list-style:none"><li>a</li><li>b</li></ol>',
      '<p>(a) a</p><p>(b) b</p>',
      [],
    ],
    [
      '<style>.no:before{content:"not "}.i:after{content:"\\f101"}</style><p class=no>a<b class=i></b></p>',
      '<p>not a</p>',
      [],
    ],
  ])('has the marks of a list, and what a style sheet writes: %s', (pasted, note, leftOut) => {
    expect(pastedNote(pasted)).toEqual({ html: note, leftOut });
  });
});
