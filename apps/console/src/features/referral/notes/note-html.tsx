import { Box, Chip } from '@mui/material';
import { createElement, Fragment, type ReactNode, useMemo } from 'react';

const TAGS = ['P', 'BR', 'STRONG', 'EM', 'UL', 'OL', 'LI'];
const LINK = /^(https?:|mailto:|tel:)/i;

/** The text of a note. The API has sanitised it; here it is built from the allowed tags alone, and never inserted as HTML. */
export function NoteHtml({ html }: { readonly html: string }) {
  const shown = useMemo(() => children(new DOMParser().parseFromString(html, 'text/html').body), [html]);
  return <Box sx={SX}>{shown}</Box>;
}

const children = (node: Node): ReactNode[] => [...node.childNodes].map(shownNode);

function shownNode(node: Node, key: number): ReactNode {
  if (node.nodeType === Node.TEXT_NODE) return node.textContent;
  if (!(node instanceof Element)) return null;
  const href = node.tagName === 'A' ? (node.getAttribute('href') ?? '') : '';
  if (LINK.test(href)) {
    return (
      <a key={key} href={href} target="_blank" rel="noopener noreferrer nofollow">
        {children(node)}
      </a>
    );
  }
  if (node.tagName === 'BR') return <br key={key} />;
  if (node.hasAttribute('data-mention')) return <Mention key={key} name={node.textContent} />;
  return TAGS.includes(node.tagName) ? (
    createElement(node.tagName.toLowerCase(), { key }, ...children(node))
  ) : (
    <Fragment key={key}>{children(node)}</Fragment>
  );
}

/** A colleague whom the note mentions. */
const Mention = ({ name }: { readonly name: string }) => (
  <Chip component="span" size="small" color="primary" variant="outlined" label={name} sx={{ maxWidth: '100%' }} />
);

const SX = {
  overflowWrap: 'anywhere',
  whiteSpace: 'pre-wrap',
  '& p': { m: 0, minHeight: '1lh' },
  '& ul, & ol': { my: 0, pl: 3 },
  '& ul': { listStyleType: 'disc' },
  '& a': { color: 'primary.main' },
} as const;
