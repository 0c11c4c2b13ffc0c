import { Extension } from '@tiptap/core';
import { Plugin } from '@tiptap/pm/state';
import { Decoration, DecorationSet } from '@tiptap/pm/view';

/**
 * Marks the end of the editor's first text as English, on a page in another language. What is typed inside it counts as English, what is
 * typed before or after it does not. The note itself is stored without a language.
 */
export const englishText = (english: string): Extension =>
  Extension.create({
    name: 'englishText',
    addProseMirrorPlugins: () => [
      new Plugin<DecorationSet>({
        state: {
          init: (_, { doc }) => {
            // Text without a block becomes a paragraph.
            const count = Math.max(new DOMParser().parseFromString(english, 'text/html').body.children.length, 1);
            const from = doc.children.slice(0, -count).reduce((size, { nodeSize }) => size + nodeSize, 0);
            const marks: Decoration[] = [];
            doc.nodesBetween(from, doc.content.size, ({ isTextblock, content }, at) => {
              if (isTextblock) marks.push(Decoration.inline(at + 1, at + 1 + content.size, { lang: 'en' }));
            });
            return DecorationSet.create(doc, marks);
          },
          apply: ({ mapping, doc }, marked) => marked.map(mapping, doc),
        },
        props: {
          decorations(state) {
            return this.getState(state);
          },
        },
      }),
    ],
  });
