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
  // Tiptap would make a list of plain text such as `C. diff`, and where no deeper list fits, paste nothing.
  addProseMirrorPlugins: () => [],
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

/** Whether it has a link whose words are not its address. */
function hasOtherAddress({ content }: Slice, type: MarkType): boolean {
  let hasOne = false;
  content.descendants(({ text, marks }) => {
    const link = type.isInSet(marks);
    if (link && link.attrs['href'] !== text) hasOne = true;
  });
  return hasOne;
}

/**
 * A pasted link keeps its address, whatever its words are: Tiptap would replace the address of a link whose words look like another one, such as
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
        // Makes addresses links, and ends links before what it takes for blanks, such as `…`.
        ...(appendTransaction && {
          appendTransaction: (changes, before, after) =>
            changes.some(isPaste) ? null : appendTransaction.call(plugin, changes, before, after),
        }),
        // Makes the selected words a link to the address that is pasted over them.
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

/** What `libs/domain/src/note/note-vocabulary.ts` states, without mentions. */
export const NOTE_EXTENSIONS: Extensions = [
  ...[
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
  ],
  markOf('strike', 's', 'Mod-Shift-s'),
  markOf('superscript', 'sup', 'Mod-.', 'subscript'),
  markOf('subscript', 'sub', 'Mod-,', 'superscript'),
  NoteLink.configure({ openOnClick: false, isAllowedUri: isNoteLink }),
  UndoRedo,
];
