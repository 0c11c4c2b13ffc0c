import { describe, expect, it } from '@jest/globals';
import { Editor, type EditorOptions } from '@tiptap/core';
import { DOMParser as SchemaParser, Slice } from '@tiptap/pm/model';
import { Window } from 'happy-dom';
import { NOTE_EXTENSIONS } from './note-schema.js';
import { isWithoutUnshowable } from './unshowable-characters.js';

const window = new Window();
Object.assign(globalThis, { navigator: { platform: '', userAgent: '' } });

const textOf = (text: string) => ({
  type: 'doc',
  content: [{ type: 'paragraph', ...(text !== '' && { content: [{ type: 'text', text }] }) }],
});

/** An editor without a DOM element, with the cursor at the end of the text. */
function editorOf(text: string, onTransaction: EditorOptions['onTransaction'] = () => undefined): Editor {
  const editor = new Editor({
    element: null,
    extensions: NOTE_EXTENSIONS,
    enablePasteRules: ['link'],
    content: textOf(text),
    onTransaction,
  });
  editor.view.updateState(editor.state.reconfigure({ plugins: editor.extensionManager.plugins }));
  editor.commands.setTextSelection(editor.state.doc.content.size - 1);
  return editor;
}

/** Does what ProseMirror does when something is pasted. */
function paste(editor: Editor, html: string, plain = ''): void {
  const page = window.document.createElement('div');
  page.innerHTML = html;
  const slice = SchemaParser.fromSchema(editor.schema).parseSlice(page as never);
  const event = { clipboardData: { getData: (kind: string) => (kind === 'text/plain' ? plain : '') } } as never;
  const isTaken = editor.state.plugins.some(
    (plugin) => plugin.props.handlePaste?.call(plugin, editor.view, event, slice) === true,
  );
  if (isTaken) return;
  const change = editor.state.tr.replaceSelection(Slice.maxOpen(slice.content));
  editor.view.dispatch(change.setMeta('paste', true).setMeta('uiEvent', 'paste'));
}

function type(editor: Editor, text: string): void {
  for (const character of text) editor.view.dispatch(editor.state.tr.insertText(character));
}

/** The links of a note: text → address. */
function linksOf({ state }: Editor): Readonly<Record<string, unknown>> {
  const links: Record<string, unknown> = {};
  state.doc.descendants(({ text, marks }) => {
    const link = marks.find((mark) => mark.type.name === 'link');
    if (text !== undefined && link) links[text] = link.attrs['href'];
  });
  return links;
}

describe('A pasted link', () => {
  const link = (href: string, words: string) => `<a href="${href}">${words}</a>`;

  it.each([
    ['shortened', 'https://clinic.example/forms/abcdef?id=5', 'https://clinic.example/forms/ab…'],
    ['of the beginning', 'https://clinic.example/forms/long/path', 'https://clinic.example/forms'],
    ['without the scheme', 'https://clinic.example/a', 'clinic.example'],
    ['of another address', 'https://safe.example/?u=https%3A%2F%2Fa.example', 'https://a.example'],
    ['of a mail', 'mailto:ana@plan.example?subject=Order', 'ana@plan.example'],
  ])('keeps its address, whatever its words are: %s', (_, href, words) => {
    const editor = editorOf('See ');
    paste(editor, `${link(href, words)}, or https://other.example`);
    type(editor, ' then more. ');
    expect(linksOf(editor)).toEqual({ [words]: href, 'https://other.example': 'https://other.example' });
  });

  it('keeps its words and its address also where it replaces a selection', () => {
    const editor = editorOf('See this');
    editor.commands.setTextSelection({ from: 5, to: 9 });
    paste(editor, link('https://clinic.example/forms/abcdef', 'https://clinic.example/forms/ab…'));
    expect(linksOf(editor)).toEqual({
      'https://clinic.example/forms/ab…': 'https://clinic.example/forms/abcdef',
    });
  });

  it('is made of a pasted address, of the selected words if there are any', () => {
    const editor = editorOf('See ');
    paste(editor, 'https://a.example/1');
    expect(linksOf(editor)).toEqual({ 'https://a.example/1': 'https://a.example/1' });
    for (const pasted of ['https://a.example/1', link('https://a.example/1', 'https://a.example/1')]) {
      const selecting = editorOf('See this');
      selecting.commands.setTextSelection({ from: 5, to: 9 });
      paste(selecting, pasted);
      expect(linksOf(selecting)).toEqual({ this: 'https://a.example/1' });
    }
  });
});

describe('Pasted plain text', () => {
  it.each(['C. diff', '1. one', 'i. one'])('stays what it is: %s', (text) => {
    const editor = editorOf('');
    paste(editor, text, text);
    expect(editor.getJSON()).toEqual(textOf(text));
  });
});

describe('Characters that a note cannot hold', () => {
  it.each([
    ['typed', (editor: Editor, text: string) => type(editor, text)],
    ['pasted as plain text', (editor: Editor, text: string) => paste(editor, text, text)],
    ['there at first', () => undefined],
  ])('are left out with a word, or become line breaks: %s', (how, write) => {
    const text = '\u202a(602)\u202c 555\u2028\ufffcRosa\ufeff\u0007';
    let isReported = false;
    const editor = editorOf(
      how === 'there at first' ? text : '',
      (change) => void (isReported ||= isWithoutUnshowable(change)),
    );
    write(editor, text);
    editor.commands.setTextSelection(1);
    const inline = [{ type: 'text', text: '(602) 555' }, { type: 'hardBreak' }, { type: 'text', text: 'Rosa' }];
    expect(editor.getJSON()).toEqual({ type: 'doc', content: [{ type: 'paragraph', content: inline }] });
    expect(isReported).toBe(true);
  });

  it('are nothing that scripts and emoji need', () => {
    const text = 'علی\u200cرضا 👩‍⚕️';
    let isReported = false;
    const editor = editorOf('', (change) => void (isReported ||= isWithoutUnshowable(change)));
    type(editor, text);
    expect(editor.getJSON()).toEqual(textOf(text));
    expect(isReported).toBe(false);
  });
});
