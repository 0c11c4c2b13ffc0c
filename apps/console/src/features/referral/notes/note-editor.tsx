import { MAX_NOTE_LENGTH } from '@throughline/domain';
import { Box, Button, IconButton, OutlinedInput, Stack, Typography } from '@mui/material';
import { Bold as BoldMark } from '@tiptap/extension-bold';
import { Document } from '@tiptap/extension-document';
import { HardBreak } from '@tiptap/extension-hard-break';
import { Italic as ItalicMark } from '@tiptap/extension-italic';
import { Link as LinkMark } from '@tiptap/extension-link';
import { BulletList, ListItem, ListKeymap, OrderedList } from '@tiptap/extension-list';
import { Paragraph } from '@tiptap/extension-paragraph';
import { Text } from '@tiptap/extension-text';
import { UndoRedo } from '@tiptap/extensions';
import { type Editor, EditorContent, useEditor, useEditorState } from '@tiptap/react';
import { type ReactNode, useEffect, useId, useState } from 'react';
import { Field } from '../../../ui/field.js';
import { Bold, Italic, LinkIcon, List, ListOrdered } from '../../../ui/opened-icons.js';
import { type Colleague, OfferedColleagues, useMentions } from './note-mentions.js';
import english from '../../../../texts/en/note-dialog.json' with { type: 'json' };
import { textsOf } from '../../../language/language.js';

const useTexts = textsOf('note-dialog', english);

/** What the API keeps of a text; pasted text is reduced to it by the editor. */
const EXTENSIONS = [
  ...[Document, Paragraph, Text, HardBreak, BoldMark, ItalicMark, BulletList, OrderedList, ListItem, ListKeymap],
  LinkMark.configure({ openOnClick: false, protocols: ['http', 'https', 'mailto', 'tel'] }),
  UndoRedo,
];

const NOBODY: readonly Colleague[] = [];

interface NoteEditorProps {
  readonly label: string;
  /** The text at first; a new value of `key` begins with another one. */
  readonly initial: string;
  readonly onChange: (html: string) => void;
  readonly error: string | undefined;
  /** Characters that a reader sees. */
  readonly length: number;
  /** px */
  readonly minHeight: number;
  /** Whom an internal note can mention. Left out: the note mentions nobody. */
  readonly colleagues?: readonly Colleague[];
}

/** A text with bold, italics, lists and links (ordering specification, section 2: 150 px, 180 px for internal notes, at most 400 px). */
export function NoteEditor({ label, initial, onChange, error, length, minHeight, colleagues }: NoteEditorProps) {
  const say = useTexts();
  const id = useId();
  const { extension, offer } = useMentions(colleagues ?? NOBODY);
  const editor = useEditor({
    extensions: colleagues ? [...EXTENSIONS, extension] : EXTENSIONS,
    content: initial,
    autofocus: 'end',
    // The content security policy allows no style of its own.
    injectCSS: false,
    editorProps: {
      attributes: {
        ...{ id, role: 'textbox', 'aria-multiline': 'true', 'aria-required': 'true', 'aria-label': label },
        'aria-describedby': `${id}-help`,
      },
    },
    onUpdate: ({ editor: changed }) => onChange(changed.isEmpty ? '' : changed.getHTML()),
  });
  const isWrong = error !== undefined;
  useEffect(() => {
    editor.view.dom.setAttribute('aria-invalid', String(isWrong));
    if (isWrong) editor.commands.focus('end');
  }, [editor, isWrong]);
  return (
    <Field
      label={label}
      id={id}
      required
      error={error}
      help={say(colleagues ? 'mentions' : 'length', { length: figures(length), max: figures(MAX_NOTE_LENGTH) })}
    >
      {() => (
        <Box sx={{ ...FRAME, ...(isWrong && { borderColor: 'error.main' }) }}>
          <Toolbar editor={editor} />
          <Box component={EditorContent} editor={editor} sx={{ ...TEXT, '& .ProseMirror': { ...TYPED, minHeight } }} />
          {offer ? <OfferedColleagues editor={editor} offer={offer} id={`${id}-colleagues`} /> : null}
        </Box>
      )}
    </Field>
  );
}

const figures = (count: number) => count.toLocaleString('en-US');

function Toolbar({ editor }: { readonly editor: Editor }) {
  const say = useTexts();
  const [isLinking, setLinking] = useState(false);
  const active = useEditorState({
    editor,
    selector: ({ editor: current }) => ({
      bold: current.isActive('bold'),
      italic: current.isActive('italic'),
      bulletList: current.isActive('bulletList'),
      orderedList: current.isActive('orderedList'),
      link: current.isActive('link'),
    }),
  });
  const mark = (name: string, on: boolean, icon: ReactNode, toggle: () => unknown) => (
    <IconButton
      size="small"
      aria-label={name}
      aria-pressed={on}
      color={on ? 'primary' : 'default'}
      onMouseDown={(event) => event.preventDefault()}
      onClick={toggle}
    >
      {icon}
    </IconButton>
  );
  return (
    <>
      <Stack
        direction="row"
        role="toolbar"
        aria-label={say('formatting')}
        sx={{ p: 0.5, borderBottom: 1, borderColor: 'divider' }}
      >
        {mark(say('bold'), active.bold, <Bold size={16} />, () => editor.chain().focus().toggleBold().run())}
        {mark(say('italic'), active.italic, <Italic size={16} />, () => editor.chain().focus().toggleItalic().run())}
        {mark(say('bulleted'), active.bulletList, <List size={16} />, () =>
          editor.chain().focus().toggleBulletList().run(),
        )}
        {mark(say('numbered'), active.orderedList, <ListOrdered size={16} />, () =>
          editor.chain().focus().toggleOrderedList().run(),
        )}
        {mark(say('link'), active.link, <LinkIcon size={16} />, () => setLinking(true))}
      </Stack>
      {isLinking ? <LinkAddress editor={editor} onClose={() => setLinking(false)} /> : null}
    </>
  );
}

/** Asks for the address of a link. Selected text becomes the link; without a selection the address itself is written. */
function LinkAddress({ editor, onClose }: { readonly editor: Editor; readonly onClose: () => void }) {
  const say = useTexts();
  const [address, setAddress] = useState(String(editor.getAttributes('link')['href'] ?? ''));
  const apply = () => {
    const href = address.includes(':') ? address.trim() : `https://${address.trim()}`;
    const chain = editor.chain().focus().extendMarkRange('link');
    if (address.trim() === '') chain.unsetLink().run();
    else if (editor.state.selection.empty && !editor.isActive('link')) {
      chain.insertContent({ type: 'text', text: address.trim(), marks: [{ type: 'link', attrs: { href } }] }).run();
    } else chain.setLink({ href }).run();
    onClose();
  };
  return (
    <Stack direction="row" sx={{ p: 1, gap: 1, alignItems: 'center', borderBottom: 1, borderColor: 'divider' }}>
      <Typography variant="body2" component="label" htmlFor="link-address">
        {say('address')}
      </Typography>
      <OutlinedInput
        id="link-address"
        size="small"
        autoFocus
        fullWidth
        placeholder="https://"
        value={address}
        onChange={(event) => setAddress(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' && event.key !== 'Escape') return;
          // Neither submits nor closes the dialog around it.
          event.preventDefault();
          event.stopPropagation();
          if (event.key === 'Enter') apply();
          else onClose();
        }}
      />
      <Button size="small" onClick={apply}>
        {say('apply')}
      </Button>
    </Stack>
  );
}

const FRAME = { border: 1, borderColor: 'divider', borderRadius: 1, '&:focus-within': { borderColor: 'primary.main' } };
const TEXT = { maxHeight: 400, overflowY: 'auto' } as const;
const TYPED = {
  p: 1.5,
  outline: 'none',
  whiteSpace: 'pre-wrap',
  overflowWrap: 'anywhere',
  '& p': { m: 0 },
  '& ul, & ol': { my: 0, pl: 3 },
  '& ul': { listStyleType: 'disc' },
  '& a, & [data-mention]': { color: 'primary.main' },
  '& [data-mention]': { fontWeight: 600 },
} as const;
