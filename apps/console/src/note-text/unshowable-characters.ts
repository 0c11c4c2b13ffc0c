import { OTHER_LINE_ENDS, withoutUnshowable } from '@throughline/contracts';
import { type EditorEvents, Extension } from '@tiptap/core';
import { Plugin } from '@tiptap/pm/state';

/*
 * Pasted text may contain invisible characters that the API refuses in a note, for example around a phone number from a list of contacts.
 * Nobody could find them, so the editor removes them and says so. Characters that end a line become line breaks.
 */

/** Removes invisible characters from a pasted page. `isChanged`: the page was changed. `isLess`: something was removed. */
export function leaveOutUnshowable(page: Document): { readonly isChanged: boolean; readonly isLess: boolean } {
  let isChanged = false;
  let isLess = false;
  const showable = (text: string): string => {
    const written = withoutUnshowable(text);
    isLess ||= written.length < text.length;
    isChanged ||= written !== text;
    return written;
  };
  const readText = (node: ChildNode): void => {
    // HTML treats a form feed as a space.
    const text = (node.textContent ?? '').replaceAll('\f', ' ');
    if (withoutUnshowable(text) === text) return;
    isChanged = true;
    const lines = text.split(OTHER_LINE_ENDS).map(showable);
    node.replaceWith(...lines.flatMap((line, index) => (index === 0 ? [line] : [page.createElement('br'), line])));
  };
  const read = (element: Element): void => {
    for (const name of ['href', 'value']) {
      const value = element.getAttribute(name);
      if (value !== null) element.setAttribute(name, showable(value));
    }
    for (const child of Array.from(element.childNodes)) {
      if (child.nodeType === Node.TEXT_NODE) readText(child);
      else if (child.nodeType === Node.ELEMENT_NODE) read(child as Element);
    }
  };
  read(page.body);
  return { isChanged, isLess };
}

const LEFT_OUT = 'unshowableLeftOut';

/** Removes invisible characters from all other text: typed, pasted as plain text, or in the initial text. */
export const ShowableText = Extension.create({
  name: 'showableText',
  addProseMirrorPlugins: () => [
    new Plugin({
      appendTransaction(_, __, { doc, schema, tr }) {
        doc.descendants(({ text = '' }, start) => {
          if (withoutUnshowable(text) === text) return;
          for (const { 0: character, index } of text.matchAll(/./gsu)) {
            const written = withoutUnshowable(character);
            if (written === character) continue;
            const from = tr.mapping.map(start + index);
            const to = from + character.length;
            if (written === '\n') tr.replaceWith(from, to, schema.nodes['hardBreak']?.create() ?? []);
            else tr.delete(from, to).setMeta(LEFT_OUT, true);
          }
        });
        return tr.docChanged ? tr : null;
      },
    }),
  ],
});

/** Whether `ShowableText` removed a character in this transaction. */
export const isWithoutUnshowable = ({ appendedTransactions }: EditorEvents['transaction']): boolean =>
  appendedTransactions.some((change) => change.getMeta(LEFT_OUT) === true);
