interface NamedItem {
  readonly item: string;
  /** Absent: the item has none, or its name has it already, as the queue's rows do. */
  readonly option?: { readonly name: string } | null;
}

/** `Weighted blanket kit · 5 lb`: an item wherever it stands among others, because a referral may have one item with several options. */
export const nameOfItem = ({ item, option }: NamedItem, words = (english: string) => english): string =>
  [item, option?.name]
    .flatMap((name) => name || [])
    .map(words)
    .join(' · ');
