import { expect, type Locator, type Page } from '@playwright/test';
import { nameOfFocused } from '../product/focus.js';

/** What a deed took: `characters` are those that had to be typed, such as the id of a supplier's order. */
export interface Counted {
  readonly keys: number;
  readonly clicks: number;
  readonly characters: number;
}

export const NOTHING: Counted = { keys: 0, clicks: 0, characters: 0 };

export const sumOf = (all: readonly Counted[]): Counted =>
  all.reduce(
    (sum, one) => ({
      keys: sum.keys + one.keys,
      clicks: sum.clicks + one.clicks,
      characters: sum.characters + one.characters,
    }),
    NOTHING,
  );

/** A form with more stops of Tab between two fields is hard to fill in. */
const MOST_STOPS = 30;

/** The hands of a person at one page: everything that is done with them is counted. */
export class CountedHands {
  private counted = NOTHING;

  constructor(readonly page: Page) {}

  /** A click, or a tap of a finger. */
  async click(what: Locator): Promise<void> {
    await what.click();
    this.count({ clicks: 1 });
  }

  /** A key with its modifiers is one. */
  async press(key: string): Promise<void> {
    await this.page.keyboard.press(key);
    this.count({ keys: 1 });
  }

  /** Presses Tab until an element with this name has the focus. */
  async tabTo(name: string | RegExp): Promise<void> {
    const passed: string[] = [];
    const isThere = (focused: string) => (typeof name === 'string' ? focused.includes(name) : name.test(focused));
    do {
      await this.press('Tab');
      passed.push(await nameOfFocused(this.page));
      expect(passed.length, `${name} is not among ${passed.join(', ')}`).toBeLessThan(MOST_STOPS);
    } while (!isThere(passed.at(-1) ?? ''));
  }

  /** Types into what has the focus. */
  async type(text: string): Promise<void> {
    await this.page.keyboard.type(text);
    this.count({ characters: text.length });
  }

  /** Clicks a field, and types into it. */
  async fill(field: Locator, text: string): Promise<void> {
    await this.click(field);
    await field.fill(text);
    this.count({ characters: text.length });
  }

  /** Chooses of a native list: a click opens it, and another one chooses. */
  async choose(field: Locator, option: string): Promise<void> {
    await field.selectOption(option);
    this.count({ clicks: 2 });
  }

  /** What was done since this was asked last. */
  take(): Counted {
    const taken = this.counted;
    this.counted = NOTHING;
    return taken;
  }

  private count(more: Partial<Counted>): void {
    this.counted = sumOf([this.counted, { ...NOTHING, ...more }]);
  }
}
