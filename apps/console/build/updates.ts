import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { marked } from 'marked';
import sanitizeHtml from 'sanitize-html';
import type { Plugin } from 'vite';

/** A release note of docs/updates. */
export interface Update {
  /** The name of its file. */
  readonly id: string;
  /** YYYY-MM-DD. */
  readonly day: string;
  readonly title: string;
  /** Its first paragraph, as text. */
  readonly summary: string;
  /** Everything under the title, sanitised. */
  readonly html: string;
}

const FILE = /^((\d{4}-\d{2}-\d{2})-[\w-]+)\.md$/;

/** Headings begin under that of the page. */
const ALLOWED: sanitizeHtml.IOptions = {
  allowedTags: ['h2', 'h3', 'p', 'ul', 'ol', 'li', 'strong', 'em', 'code', 'a', 'br'],
  allowedAttributes: { a: ['href'] },
  allowedSchemes: ['https', 'mailto'],
  transformTags: { h2: 'h3' },
};

/** @throws Error that names the file which does not begin with a title and a paragraph */
export function parseUpdate(file: string, markdown: string): Update {
  const [, id, day] = FILE.exec(file) ?? [];
  const [, title, body = ''] = /^# (.+)\n([\s\S]*)$/.exec(markdown) ?? [];
  const html = sanitizeHtml(marked.parse(body, { async: false }), ALLOWED).trim();
  const [, summary] = /^<p>([\s\S]+?)<\/p>/.exec(html) ?? [];
  if (!id || !day || !title || !summary)
    throw new Error(
      `docs/updates/${file}: named YYYY-MM-DD-words.md, an update begins with "# Title" and a paragraph.`,
    );
  return { id, day, title, summary: sanitizeHtml(summary, { allowedTags: [] }), html };
}

/**
 * `virtual:updates` has every update, newest first; `virtual:newest-update` what the announcement on Home says of the newest. They are made when
 * the console is built: a browser parses and sanitises nothing.
 */
export function updates(folder: string): Plugin {
  const read = (): readonly Update[] =>
    readdirSync(folder)
      .filter((file) => file.endsWith('.md'))
      .sort()
      .reverse()
      .map((file) => parseUpdate(file, readFileSync(join(folder, file), 'utf8')));
  const modules: Readonly<Record<string, () => unknown>> = {
    'virtual:updates': read,
    'virtual:newest-update': () => {
      const [{ id, title } = { id: '', title: '' }] = read();
      return { id, title };
    },
  };
  return {
    name: 'updates',
    resolveId: (id) => (Object.hasOwn(modules, id) ? `\0${id}` : null),
    load: (id) => {
      const content = modules[id.slice(1)];
      return id.startsWith('\0virtual:') && content ? `export default ${JSON.stringify(content())};` : null;
    },
  };
}
