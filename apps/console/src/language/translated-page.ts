/*
 * Keeps the page intact when the browser translates it. A translating browser replaces each text by an element with other words. React does
 * not know this and continues to change the removed text, so that the page shows an old one, and fails when it removes that text or inserts
 * something before it. Here, the text returns to its place when React uses it, and is translated there again.
 */

/** The element with which the browser replaced a text. */
const translations = new WeakMap<Node, ChildNode>();

/** Keeps changing texts up to date on a page that the browser translates. Call once, before the first render. */
export function keepTranslatedTextsCurrent(): void {
  const changes = new MutationObserver((records) => records.forEach(({ target }) => putBack(target)));
  const replacements = new MutationObserver((records) => {
    for (const record of records) {
      for (const text of record.removedNodes) {
        const translation = text instanceof Text && translationOf(record);
        if (!translation) continue;
        translations.set(text, translation);
        changes.observe(text, { characterData: true });
      }
    }
  });
  replacements.observe(document.body, { childList: true, subtree: true });
  putBackBefore('removeChild', (child) => child);
  putBackBefore('insertBefore', (_, reference) => reference);
}

/** Finds the translator's element, which it adds in the same mutation that removes the text, or immediately before as a sibling. */
function translationOf({ addedNodes: [added], previousSibling, nextSibling }: MutationRecord): ChildNode | undefined {
  return [added, previousSibling, nextSibling].find(
    (node): node is HTMLElement => node instanceof HTMLElement && node.localName === 'font',
  );
}

function putBack(text: Node): void {
  const translation = translations.get(text);
  if (translation === undefined) return;
  translations.delete(text);
  if (translation.isConnected) translation.replaceWith(text);
}

function putBackBefore(
  method: 'removeChild' | 'insertBefore',
  textOf: (...nodes: (Node | null)[]) => Node | null | undefined,
): void {
  const original = Node.prototype[method] as (...nodes: (Node | null)[]) => Node;
  Object.assign(Node.prototype, {
    [method](this: Node, ...nodes: (Node | null)[]) {
      const text = textOf(...nodes);
      if (text && text.parentNode !== this) putBack(text);
      return original.apply(this, nodes);
    },
  });
}
