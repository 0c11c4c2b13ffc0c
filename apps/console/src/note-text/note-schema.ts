import { isNoteLink, MAX_NOTE_LIST_DEPTH, numberingOf } from '@throughline/domain';
import { type Editor, type Extensions, Extension, Mark, PasteRule, wrappingInputRule } from '@tiptap/core';
import { Bold } from '@tiptap/extension-bold';
import { Document } from '@tiptap/extension-document';
import { HardBreak } from '@tiptap/extension-hard-break';
import { Italic } from '@tiptap/extension-italic';
import { Link } from '@tiptap/extension-link';
import { BulletList, ListItem, ListKeymap, OrderedList } from '@tiptap/extension-list';
import { Paragraph } from '@tiptap/extension-paragraph';
import { Text } from '@tiptap/extension-text';
import { UndoRedo } from '@tiptap/extensions';
import type { MarkType, Node as ProseMirrorNode, ResolvedPos, Slice } from '@tiptap/pm/model';
import { Plugin, type Transaction } from '@tiptap/pm/state';
import { ShowableText } from './unshowable-characters.js';

/** A mark with a tag and no attributes. `excludes`: a mark that it replaces. */
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

/** Reads the numbering with `numberingOf`, so that the editor shows only what the API keeps. */
const NumberedList = OrderedList.extend({
  addAttributes: () => ({
    start: { default: 1, parseHTML: (list: HTMLElement) => numberingOf(list.getAttribute('start'), null).start },
    type: { default: null, parseHTML: (list: HTMLElement) => numberingOf(null, list.getAttribute('type')).type },
  }),
  addInputRules() {
    const number = (match: RegExpMatchArray) => ({ start: Number(match[1]) });
    return [wrappingInputRule({ find: /^(\d{1,6})\.\s$/, type: this.type, getAttributes: number })];
  },
  // Tiptap's plugin would turn plain text such as `C. diff` into a list, and would paste nothing if no deeper list fits.
  addProseMirrorPlugins: () => [],
});

const isList = ({ type }: ProseMirrorNode) => type.name === 'bulletList' || type.name === 'orderedList';

function listsAround(place: ResolvedPos): number {
  return Array.from({ length: place.depth }, (_, depth) => place.node(depth + 1)).filter(isList).length;
}

/** How many levels of lists can still be nested at the cursor. */
export const roomForLists = ({ state }: Pick<Editor, 'state'>): number =>
  Math.max(MAX_NOTE_LIST_DEPTH - listsAround(state.selection.$from), 0);

function depthOf(node: ProseMirrorNode): number {
  let deepest = 0;
  node.forEach((child) => {
    deepest = Math.max(deepest, depthOf(child));
  });
  return deepest + (isList(node) ? 1 : 0);
}

/** Prevents Tab from nesting a list deeper than the API allows. */
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

/** Whether a link's text differs from its address. */
function hasOtherAddress({ content }: Slice, type: MarkType): boolean {
  let hasOne = false;
  content.descendants(({ text, marks }) => {
    const link = type.isInSet(marks);
    if (link && link.attrs['href'] !== text) hasOne = true;
  });
  return hasOne;
}

/**
 * A pasted link keeps its address. Tiptap would replace the address if the link's text looks like another one, such as
 * `https://a.example/for…`.
 */
const NoteLink = Link.extend({
  addPasteRules() {
    return (this.parent?.() ?? []).map(
      (rule) =>
        new PasteRule({
          find: rule.find,
          handler: (found) => {
            const { from, to } = found.range;
            if (!found.state.doc.rangeHasMark(from, to, this.type)) rule.handler(found);
          },
        }),
    );
  },
  addProseMirrorPlugins() {
    return (this.parent?.() ?? []).map((plugin) => {
      const { appendTransaction, props } = plugin.spec;
      return new Plugin({
        ...plugin.spec,
        // This part of Tiptap's plugin turns addresses into links, and ends a link before a character such as `…`, which it takes for a
        // space. It does not run on pasted text.
        ...(appendTransaction && {
          appendTransaction: (changes, before, after) =>
            changes.some(isPaste) ? null : appendTransaction.call(plugin, changes, before, after),
        }),
        // This part turns the selected text into a link to a pasted address. It does not run if the pasted link has other text.
        ...(props?.handlePaste && {
          props: {
            ...props,
            handlePaste: (view, event, slice) =>
              !hasOtherAddress(slice, this.type) && plugin.props.handlePaste?.call(plugin, view, event, slice),
          },
        }),
      });
    });
  },
});

const isPaste = (change: Transaction): boolean => /^(paste|drop)$/.test(String(change.getMeta('uiEvent')));

/** The editor's schema of the formats in `libs/domain/src/note/note-vocabulary.ts`, except mentions. */
export const NOTE_EXTENSIONS: Extensions = [
  Document,
  Paragraph,
  Text,
  HardBreak,
  Bold,
  Italic,
  BulletList,
  NumberedList,
  ListItem,
  ListKeymap,
  ListDepth,
  ShowableText,
  markOf('strike', 's', 'Mod-Shift-s'),
  markOf('superscript', 'sup', 'Mod-.', 'subscript'),
  markOf('subscript', 'sub', 'Mod-,', 'superscript'),
  NoteLink.configure({ openOnClick: false, isAllowedUri: isNoteLink }),
  UndoRedo,
];
