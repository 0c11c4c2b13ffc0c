import { MAX_NOTE_LENGTH } from '@throughline/domain';
import { Box, IconButton, Stack } from '@mui/material';
import { type Editor, EditorContent, useEditor, useEditorState } from '@tiptap/react';
import { type ReactNode, useEffect, useId, useState } from 'react';
import { Field } from '../ui/fields/field.js';
import {
  Bold,
  Italic,
  LinkIcon,
  List,
  ListOrdered,
  Strikethrough,
  Subscript,
  Superscript,
} from '../ui/icons/opened-icons.js';
import { type Colleague, SuggestedColleagues, useMentions } from './note-mentions.js';
import { LinkAddress } from './link-address.js';
import { englishText } from './english-text.js';
import { NOTE_EXTENSIONS, roomForLists } from './note-schema.js';
import type { LeftOut } from './pasted/left-out.js';
import { pastedNote } from './pasted/pasted-note.js';
import { LeftOutNotice } from './pasted/left-out-notice.js';
import { isWithoutUnshowable } from './unshowable-characters.js';
import english from '../../texts/en/note-dialog.json' with { type: 'json' };
import { textsOf } from '../language/language.js';

const useTexts = textsOf('note-dialog', english);

const NOBODY: readonly Colleague[] = [];

interface NoteEditorProps {
  readonly label: string;
  /** The initial text. The editor starts with another text only if its `key` changes. */
  readonly initial: string;
  readonly onChange: (html: string) => void;
  readonly error: string | undefined;
  /** The number of visible characters. */
  readonly length: number;
  /** In px. */
  readonly minHeight: number;
  /** The people whom the note can mention; left out: it can mention nobody. */
  readonly colleagues?: readonly Colleague[];
  readonly isOptional?: boolean;
  /** The end of the initial text, if it is in English on a page in another language. */
  readonly english?: string | undefined;
  /** The language of the text, if it is not that of the page. */
  readonly lang?: string;
}

/** An editor with the formats of a note (ordering specification, section 2: 150 px high, 180 px for internal notes, at most 400 px). */
export function NoteEditor({
  label,
  initial,
  onChange,
  error,
  length,
  minHeight,
  colleagues,
  isOptional = false,
  english,
  lang,
}: NoteEditorProps) {
  const t = useTexts();
  const id = useId();
  const { extension, offer, closeOffer } = useMentions(colleagues ?? NOBODY);
  const [leftOut, setLeftOut] = useState<readonly LeftOut[]>([]);
  const editor = useEditor({
    extensions: [...NOTE_EXTENSIONS, ...(colleagues ? [extension] : []), ...(english ? [englishText(english)] : [])],
    // Other paste rules would format plain text such as `__init__`. An address still becomes a link.
    enablePasteRules: ['link'],
    content: initial,
    autofocus: isOptional ? false : 'end',
    // The content security policy forbids the style element that the editor would insert.
    injectCSS: false,
    editorProps: {
      attributes: {
        id,
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-required': String(!isOptional),
        'aria-label': label,
        ...(lang && { lang }),
        'aria-describedby': `${id}-help`,
      },
      transformPastedHTML: (html, view) => {
        const pasted = pastedNote(html, roomForLists(view));
        setLeftOut(pasted.leftOut);
        return pasted.html;
      },
      handlePaste: (_, { clipboardData }) => {
        const { types = [], files = [] } = clipboardData ?? {};
        if (types.includes('text/html')) return false;
        // Only files were pasted, for example a screenshot.
        setLeftOut(files.length > 0 && !types.includes('text/plain') ? ['picture'] : []);
        return false;
      },
    },
    onTransaction: (change) => {
      if (isWithoutUnshowable(change)) setLeftOut((known) => [...new Set([...known, 'invisible' as const])]);
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
      required={!isOptional}
      error={error}
      help={t(colleagues ? 'mentions' : 'length', { length: figures(length), max: figures(MAX_NOTE_LENGTH) })}
    >
      {() => (
        <Box sx={{ ...FRAME, ...(isWrong && { borderColor: 'error.main' }) }}>
          <Toolbar editor={editor} />
          <Box component={EditorContent} editor={editor} sx={{ ...TEXT, '& .ProseMirror': { ...TYPED, minHeight } }} />
          {offer ? (
            <SuggestedColleagues editor={editor} offer={offer} onClose={closeOffer} id={`${id}-colleagues`} />
          ) : null}
          <LeftOutNotice leftOut={leftOut} onClose={() => setLeftOut([])} />
        </Box>
      )}
    </Field>
  );
}

const figures = (count: number) => count.toLocaleString('en-US');

function Toolbar({ editor }: { readonly editor: Editor }) {
  const t = useTexts();
  const [isLinking, setLinking] = useState(false);
  const active = useEditorState({
    editor,
    selector: ({ editor: current }) => ({
      bold: current.isActive('bold'),
      italic: current.isActive('italic'),
      strike: current.isActive('strike'),
      superscript: current.isActive('superscript'),
      subscript: current.isActive('subscript'),
      bulletList: current.isActive('bulletList'),
      orderedList: current.isActive('orderedList'),
      link: current.isActive('link'),
    }),
  });
  const toggle = (name: string) => editor.chain().focus().toggleMark(name).run();
  const mark = (name: string, on: boolean, icon: ReactNode, act: () => unknown) => (
    <IconButton
      size="small"
      aria-label={name}
      aria-pressed={on}
      color={on ? 'primary' : 'default'}
      onMouseDown={(event) => event.preventDefault()}
      onClick={act}
    >
      {icon}
    </IconButton>
  );
  return (
    <>
      <Stack
        direction="row"
        role="toolbar"
        aria-label={t('formatting')}
        sx={{ flexWrap: 'wrap', p: 0.5, borderBottom: 1, borderColor: 'divider' }}
      >
        {mark(t('bold'), active.bold, <Bold size={16} />, () => editor.chain().focus().toggleBold().run())}
        {mark(t('italic'), active.italic, <Italic size={16} />, () => editor.chain().focus().toggleItalic().run())}
        {mark(t('strike'), active.strike, <Strikethrough size={16} />, () => toggle('strike'))}
        {mark(t('superscript'), active.superscript, <Superscript size={16} />, () => toggle('superscript'))}
        {mark(t('subscript'), active.subscript, <Subscript size={16} />, () => toggle('subscript'))}
        {mark(t('bulleted'), active.bulletList, <List size={16} />, () =>
          editor.chain().focus().toggleBulletList().run(),
        )}
        {mark(t('numbered'), active.orderedList, <ListOrdered size={16} />, () =>
          editor.chain().focus().toggleOrderedList().run(),
        )}
        {mark(t('link'), active.link, <LinkIcon size={16} />, () => setLinking(true))}
      </Stack>
      {isLinking ? <LinkAddress editor={editor} onClose={() => setLinking(false)} /> : null}
    </>
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
