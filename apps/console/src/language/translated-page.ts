/*
 * A browser that translates a page puts an element with other words in the place of each text. React knows nothing of it: it goes on changing the
 * text that was taken away, so that the page shows an old one, and fails when it removes that text or adds something before it. Here the text
 * returns to its place when React turns to it, and is translated again there.
 */

/** The element by which the browser replaced a text. */
const standIns = new WeakMap<Node, ChildNode>();

/** Keeps texts that change current on a page that the browser translates. Call once, before the first render. */
export function keepTranslatedTextsCurrent(): void {
  const changes = new MutationObserver((records) => records.forEach(({ target }) => putBack(target)));
  const replacements = new MutationObserver((records) => {
    for (const record of records) {
      for (const text of record.removedNodes) {
        const standIn = text instanceof Text && standInOf(record);
        if (!standIn) continue;
        standIns.set(text, standIn);
        changes.observe(text, { characterData: true });
      }
    }
  });
  replacements.observe(document.body, { childList: true, subtree: true });
  putBackBefore('removeChild', (child) => child);
  putBackBefore('insertBefore', (_, reference) => reference);
}

/** A translator adds its element in the same step as it takes the text away, or just before, beside it. */
function standInOf({ addedNodes: [added], previousSibling, nextSibling }: MutationRecord): ChildNode | undefined {
  return [added, previousSibling, nextSibling].find(
    (node): node is HTMLElement => node instanceof HTMLElement && node.localName === 'font',
  );
}

function putBack(text: Node): void {
  const standIn = standIns.get(text);
  if (standIn === undefined) return;
  standIns.delete(text);
  if (standIn.isConnected) standIn.replaceWith(text);
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
