import type { Recorded } from '@throughline/domain/kernel';
import type { EventStore, SubscriptionMessage } from '../event-store.js';

/** Follows a subscription in the background and collects its messages. */
export class Follower {
  readonly messages: SubscriptionMessage[] = [];
  readonly events: Recorded[] = [];
  readonly ended: Promise<void>;
  readonly #stop = new AbortController();

  constructor(store: EventStore, options: { readonly after: number; readonly categories?: readonly string[] }) {
    const { after, categories } = options;
    this.ended = this.#follow(
      store.subscribe({ after, ...(categories && { filter: { categories } }), signal: this.#stop.signal }),
    );
    // A caller that awaits `ended` gets the rejection; until then it is not an unhandled one.
    this.ended.catch(() => undefined);
  }

  get position(): number {
    const last = this.messages.at(-1);
    if (!last) return 0;
    return last.type === '$events' ? last.events.at(-1)!.position : last.position;
  }

  stop(): Promise<void> {
    this.#stop.abort();
    return this.ended;
  }

  async #follow(subscription: AsyncIterable<SubscriptionMessage>): Promise<void> {
    for await (const message of subscription) {
      this.messages.push(message);
      if (message.type === '$events') this.events.push(...message.events);
    }
  }
}

export async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const collected: Item[] = [];
  for await (const item of items) collected.push(item);
  return collected;
}
