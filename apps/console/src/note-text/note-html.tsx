import { isNoteLink, NOTE_TAGS, numberingAttributes, numberingOf, sizeOfNote } from '@throughline/domain';
import { Box, Button, Chip } from '@mui/material';
import { createElement, Fragment, type ReactNode, useId, useMemo, useState } from 'react';
import english from '../../texts/en/notes.json' with { type: 'json' };
import { textsOf } from '../language/language.js';

const useTexts = textsOf('notes', english);

/** Tags that are rendered as they are. Links and mentions are rendered by their attributes. */
const TAGS: readonly string[] = NOTE_TAGS.filter((tag) => tag !== 'a' && tag !== 'span').map((tag) =>
  tag.toUpperCase(),
);

/** The number of lines shown of a long note until it is opened. */
const FOLDED_LINES = 24;
const CHARACTERS_PER_LINE = 80;

/** The text of a note. The API has sanitised it. It is also rendered here from the allowed tags only, and is never inserted as HTML. */
export function NoteHtml({ html }: { readonly html: string }) {
  const t = useTexts();
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const shown = useMemo(() => children(new DOMParser().parseFromString(html, 'text/html').body), [html]);
  const isLong = useMemo(() => isLongNote(html), [html]);
  if (!isLong) return <Box sx={SX}>{shown}</Box>;
  return (
    <>
      {/* Opens the note when a link in it gets the focus, because a focused link must be visible. */}
      <Box id={id} sx={isOpen ? SX : FOLDED} onFocus={() => setOpen(true)}>
        {shown}
      </Box>
      <Button size="small" aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)}>
        {t(isOpen ? 'showLess' : 'showAll')}
      </Button>
    </>
  );
}

function isLongNote(html: string): boolean {
  const { characters, lines } = sizeOfNote(html);
  return lines + characters / CHARACTERS_PER_LINE > 1.5 * FOLDED_LINES;
}

const children = (node: Node): ReactNode[] => [...node.childNodes].map(shownNode);

function shownNode(node: Node, key: number): ReactNode {
  if (node.nodeType === Node.TEXT_NODE) return node.textContent;
  if (!(node instanceof Element)) return null;
  const href = node.tagName === 'A' ? (node.getAttribute('href') ?? '') : '';
  if (isNoteLink(href)) {
    return (
      <a key={key} href={href} target="_blank" rel="noopener noreferrer nofollow">
        {children(node)}
      </a>
    );
  }
  if (node.tagName === 'BR') return <br key={key} />;
  if (node.hasAttribute('data-mention')) return <Mention key={key} name={node.textContent} />;
  return TAGS.includes(node.tagName) ? (
    createElement(node.tagName.toLowerCase(), { key, ...attributesOf(node) }, ...children(node))
  ) : (
    <Fragment key={key}>{children(node)}</Fragment>
  );
}

const attributesOf = (node: Element) =>
  node.tagName === 'OL' ? numberingAttributes(numberingOf(node.getAttribute('start'), node.getAttribute('type'))) : {};

const Mention = ({ name }: { readonly name: string }) => (
  <Chip component="span" size="small" color="primary" variant="outlined" label={name} sx={{ maxWidth: '100%' }} />
);

/** Limits the indentation of notes that were written before nesting was limited: the sixth list is not indented. */
const LIST_TOO_DEEP = '& :is(ul, ol) :is(ul, ol) :is(ul, ol) :is(ul, ol) :is(ul, ol) :is(ul, ol)';

const SX = {
  overflow: 'hidden',
  overflowWrap: 'anywhere',
  whiteSpace: 'pre-wrap',
  '& p': { m: 0, minHeight: '1lh' },
  '& ul, & ol': { my: 0, pl: 3 },
  '& ul': { listStyleType: 'disc' },
  [LIST_TOO_DEEP]: { pl: 0 },
  '& a': { color: 'primary.main' },
} as const;
const FOLDED = { ...SX, maxHeight: `${FOLDED_LINES}lh` };
