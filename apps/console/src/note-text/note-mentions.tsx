import { isFoundIn, searchText } from '@throughline/contracts';
import { MenuItem, MenuList, Paper, Popper } from '@mui/material';
import type { Editor } from '@tiptap/core';
import { Mention } from '@tiptap/extension-mention';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useListLayer } from '../ui/dialogs/layers.js';
import english from '../../texts/en/note-dialog.json' with { type: 'json' };
import { textsOf } from '../language/language.js';

const useTexts = textsOf('note-dialog', english);

export interface Colleague {
  readonly userId: string;
  readonly name: string;
}

const MAX_SUGGESTIONS = 6;

/** The editor's node for a mention, as defined in `libs/domain/src/note/note-text.ts`. */
const ColleagueMention = Mention.extend({
  addAttributes: () => ({
    id: { default: null, parseHTML: (element: HTMLElement) => element.getAttribute('data-mention') },
    label: { default: null, parseHTML: (element: HTMLElement) => element.textContent.replace(/^@/, '') },
  }),
  parseHTML: () => [{ tag: 'span[data-mention]' }],
  renderHTML: ({ node }) => ['span', { 'data-mention': node.attrs['id'] as string }, `@${node.attrs['label']}`],
});

interface Suggestions {
  readonly offered: readonly Colleague[];
  /** Index of the colleague that Enter chooses. */
  readonly active: number;
  readonly caret: () => DOMRect;
  readonly choose: (colleague: Colleague) => void;
}

/** The editor extension that suggests colleagues, and its present suggestions. */
export function useMentions(colleagues: readonly Colleague[]) {
  const [offer, setOffer] = useState<Suggestions | null>(null);
  const latest = useLatest({ colleagues, offer });
  const [extension] = useState(() => mentionsOf(latest, setOffer));
  return { extension, offer, closeOffer: () => setOffer(null) };
}

type Latest = RefObject<{ readonly colleagues: readonly Colleague[]; readonly offer: Suggestions | null }>;

/** A ref to the latest value, because the editor's extension is created only once. */
function useLatest<Value>(value: Value): RefObject<Value> {
  const latest = useRef(value);
  useEffect(() => {
    latest.current = value;
  });
  return latest;
}

function mentionsOf(latest: Latest, setOffer: (offer: Suggestions | null) => void) {
  interface Suggested {
    readonly items: readonly Colleague[];
    readonly command: (chosen: { readonly id: string; readonly label: string }) => void;
    readonly clientRect?: (() => DOMRect | null) | null;
  }
  const show = ({ items, command, clientRect }: Suggested) => {
    if (items.length === 0) return setOffer(null);
    const choose = ({ userId, name }: Colleague) => command({ id: userId, label: name });
    setOffer({ offered: items, active: 0, caret: () => clientRect?.() ?? new DOMRect(), choose });
  };
  return ColleagueMention.configure({
    deleteTriggerWithBackspace: true,
    suggestion: {
      allowSpaces: true,
      items: ({ query }) =>
        latest.current.colleagues.filter(({ name }) => isFoundIn(searchText([name]), query)).slice(0, MAX_SUGGESTIONS),
      render: () => ({
        onStart: show,
        onUpdate: show,
        onExit: () => setOffer(null),
        onKeyDown: ({ event }) => {
          const { offer } = latest.current;
          if (!offer) return false;
          // The key must not reach the dialog or its fields.
          event.stopPropagation();
          return onKey(event.key, offer, setOffer);
        },
      }),
    },
  });
}

/** Returns whether the list of suggestions has handled the key. */
function onKey(key: string, offer: Suggestions, setOffer: (offer: Suggestions | null) => void): boolean {
  const { offered, active, choose } = offer;
  const move = (by: number) => setOffer({ ...offer, active: (active + by + offered.length) % offered.length });
  switch (key) {
    case 'ArrowDown':
      move(1);
      return true;
    case 'ArrowUp':
      move(-1);
      return true;
    case 'Enter':
    case 'Tab':
      if (offered[active]) choose(offered[active]);
      return true;
    default:
      return false;
  }
}

interface OfferedColleaguesProps {
  readonly editor: Editor;
  readonly offer: Suggestions;
  readonly onClose: () => void;
  readonly id: string;
}

/** The list of suggested colleagues under the caret. The focus stays in the text. */
export function SuggestedColleagues({
  editor,
  offer: { offered, active, caret, choose },
  onClose,
  id,
}: OfferedColleaguesProps) {
  const t = useTexts();
  useListLayer(true, onClose);
  useEffect(() => {
    const text = editor.view.dom;
    text.setAttribute('aria-controls', id);
    text.setAttribute('aria-activedescendant', `${id}-${active}`);
    return () => ['aria-controls', 'aria-activedescendant'].forEach((name) => text.removeAttribute(name));
  }, [editor, id, active]);
  return (
    <Popper open anchorEl={{ getBoundingClientRect: caret }} placement="bottom-start" sx={{ zIndex: 'tooltip' }}>
      <Paper elevation={8}>
        <MenuList id={id} role="listbox" aria-label={t('colleagues')} dense>
          {offered.map((colleague, index) => (
            <MenuItem
              key={colleague.userId}
              id={`${id}-${index}`}
              role="option"
              tabIndex={-1}
              selected={index === active}
              aria-selected={index === active}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => choose(colleague)}
            >
              {colleague.name}
            </MenuItem>
          ))}
        </MenuList>
      </Paper>
    </Popper>
  );
}
