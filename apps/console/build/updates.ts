import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Language } from '@throughline/domain';
import { marked } from 'marked';
import sanitizeHtml from 'sanitize-html';
import type { Plugin } from 'vite';

/** A release note of docs/updates, which has a file in each language. */
export interface Update {
  /** The name of its files, without the language. */
  readonly id: string;
  /** YYYY-MM-DD. */
  readonly day: string;
  readonly texts: Readonly<Record<Language, UpdateText>>;
}

interface UpdateText {
  readonly title: string;
  /** Everything under the title, sanitised. */
  readonly html: string;
}

const FILE = /^((\d{4}-\d{2}-\d{2})-[\w-]+)\.en\.md$/;

/** Headings start one level below the heading of the page. */
const ALLOWED: sanitizeHtml.IOptions = {
  allowedTags: ['h2', 'h3', 'p', 'ul', 'ol', 'li', 'strong', 'em', 'code', 'a', 'br'],
  allowedAttributes: { a: ['href'] },
  allowedSchemes: ['https', 'mailto'],
  transformTags: { h2: 'h3' },
};

/** @throws Error that names a file which does not begin with a title and a paragraph */
export function parseUpdate(file: string, markdown: string): UpdateText {
  const [, title, body = ''] = /^# (.+)\n([\s\S]*)$/.exec(markdown) ?? [];
  const html = sanitizeHtml(marked.parse(body, { async: false }), ALLOWED).trim();
  if (!title || !html.startsWith('<p>'))
    throw new Error(`docs/updates/${file}: an update begins with "# Title" and a paragraph.`);
  return { title, html };
}

/**
 * Newest first.
 * @throws Error that names a file with a wrong name, or that is missing in another language
 */
export function readUpdates(folder: string): readonly Update[] {
  const files = readdirSync(folder);
  return files
    .filter((file) => !file.endsWith('.es.md'))
    .sort()
    .reverse()
    .map((file) => {
      const [, id, day] = FILE.exec(file) ?? [];
      if (!id || !day) throw new Error(`docs/updates/${file}: an update is named YYYY-MM-DD-words.en.md.`);
      const textIn = (language: Language) => {
        const name = `${id}.${language}.md`;
        return parseUpdate(name, readFileSync(join(folder, name), 'utf8'));
      };
      return { id, day, texts: { en: textIn('en'), es: textIn('es') } };
    });
}

/**
 * `virtual:updates` contains every update, newest first; `virtual:newest-update` what the announcement on Home shows of the newest. They
 * are made at build time, so that the browser parses and sanitises nothing.
 */
export function updates(folder: string): Plugin {
  const modules: Readonly<Record<string, () => unknown>> = {
    'virtual:updates': () => readUpdates(folder),
    'virtual:newest-update': () => {
      const [newest] = readUpdates(folder);
      if (!newest) return { id: '', titles: { en: '', es: '' } };
      const { id, texts } = newest;
      return { id, titles: { en: texts.en.title, es: texts.es.title } };
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
