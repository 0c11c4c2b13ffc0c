import { isNoteLink, MAX_NOTE_LIST_DEPTH, numberingOf } from '@throughline/domain';
import { type Editor, type Extensions, Extension, Mark, wrappingInputRule } from '@tiptap/core';
import { Bold } from '@tiptap/extension-bold';
import { Document } from '@tiptap/extension-document';
import { HardBreak } from '@tiptap/extension-hard-break';
import { Italic } from '@tiptap/extension-italic';
import { Link } from '@tiptap/extension-link';
import { BulletList, ListItem, ListKeymap, OrderedList } from '@tiptap/extension-list';
import { Paragraph } from '@tiptap/extension-paragraph';
import { Text } from '@tiptap/extension-text';
import { UndoRedo } from '@tiptap/extensions';
import type { Node as ProseMirrorNode, ResolvedPos } from '@tiptap/pm/model';
import { Plugin } from '@tiptap/pm/state';

/** A format of characters that its tag alone says. `excludes`: the format that takes its place. */
const markOf = (name: string, tag: string, key: string, excludes?: string) =>
  Mark.create({
    name,
    ...(excludes !== undefined && { excludes }),
    parseHTML: () => [{ tag }],
    renderHTML: () => [tag, 0],
    addKeyboardShortcuts() {
      return { [key]: () => this.editor.commands.toggleMark(this.name) };
    },
  });

/** How `numberingOf` reads it: what the API would not keep, the editor does not show either. */
const NumberedList = OrderedList.extend({
  addAttributes: () => ({
    start: { default: 1, parseHTML: (list: HTMLElement) => numberingOf(list.getAttribute('start'), null).start },
    type: { default: null, parseHTML: (list: HTMLElement) => numberingOf(null, list.getAttribute('type')).type },
  }),
  addInputRules() {
    const number = (match: RegExpMatchArray) => ({ start: Number(match[1]) });
    return [wrappingInputRule({ find: /^(\d{1,6})\.\s$/, type: this.type, getAttributes: number })];
  },
});

const isList = ({ type }: ProseMirrorNode) => type.name === 'bulletList' || type.name === 'orderedList';

/** Lists around a place. */
function listsAround(place: ResolvedPos): number {
  return Array.from({ length: place.depth }, (_, depth) => place.node(depth + 1)).filter(isList).length;
}

/** How many lists a text can have in one another at the cursor. */
export const roomForLists = ({ state }: Pick<Editor, 'state'>): number =>
  Math.max(MAX_NOTE_LIST_DEPTH - listsAround(state.selection.$from), 0);

function depthOf(node: ProseMirrorNode): number {
  let deepest = 0;
  node.forEach((child) => {
    deepest = Math.max(deepest, depthOf(child));
  });
  return deepest + (isList(node) ? 1 : 0);
}

/** Keeps Tab from nesting a list so deep that the API would take it out. */
const ListDepth = Extension.create({
  name: 'listDepth',
  addProseMirrorPlugins: () => [
    new Plugin({
      filterTransaction: (transaction, { doc }) =>
        !transaction.docChanged ||
        transaction.getMeta('paste') === true ||
        depthOf(transaction.doc) <= Math.max(MAX_NOTE_LIST_DEPTH, depthOf(doc)),
    }),
  ],
});

/** What `libs/domain/src/note/note-vocabulary.ts` states, without mentions. */
export const NOTE_EXTENSIONS: Extensions = [
  ...[Document, Paragraph, Text, HardBreak, Bold, Italic, BulletList, NumberedList, ListItem, ListKeymap, ListDepth],
  markOf('strike', 's', 'Mod-Shift-s'),
  markOf('superscript', 'sup', 'Mod-.', 'subscript'),
  markOf('subscript', 'sub', 'Mod-,', 'superscript'),
  Link.configure({ openOnClick: false, isAllowedUri: isNoteLink }),
  UndoRedo,
];
