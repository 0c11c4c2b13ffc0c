/** Remembers so many entries at most: those that were set last. */
export class Newest<Key, Value> extends Map<Key, Value> {
  constructor(private readonly most = 10_000) {
    super();
  }

  override set(key: Key, value: Value): this {
    this.delete(key); // so that it comes to stand behind all others
    super.set(key, value);
    const [oldest] = this.keys();
    if (this.size > this.most && oldest !== undefined) this.delete(oldest);
    return this;
  }
}
