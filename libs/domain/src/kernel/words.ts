import type { DomainEvent } from './event.js';

/** A field that an event changed, with its values before and after; null where there was nothing, or is nothing any more. */
export interface FieldChange {
  readonly field: string;
  readonly from: string | null;
  readonly to: string | null;
}

/** What the words of an event can refer to, as it was just before the event. */
export interface WordsContext {
  /** Who did it, as the beginning of the sentence. */
  readonly who: string;
  readonly company: (companyId: number) => string;
  readonly task: (taskId: string) => string;
  readonly file: (fileId: number) => string;
  readonly item: (itemId: number) => string;
  /** The names of the tasks that these items are in. */
  readonly tasksWith: (itemIds: readonly number[]) => readonly string[];
  readonly isEmpty: (taskId: string) => boolean;
}

/** One plain sentence without a full stop, and the fields that it does not name itself. */
export type Words = string | readonly [sentence: string, ...detail: FieldChange[]];

/** The words for the events of a noun, which the audit shows. */
export type EventWords<Event extends DomainEvent> = {
  readonly [E in Event as E['type']]: (data: E['data'], context: WordsContext) => Words;
};

/** Like `EventWords`, for a noun with events that the audit does not show: they have null in place of words. */
export type SomeEventWords<Event extends DomainEvent> = {
  readonly [Type in keyof EventWords<Event>]: EventWords<Event>[Type] | null;
};

/** A field with the value that it has now. */
export const now = (field: string, to: string | null): FieldChange => ({ field, from: null, to });

export const yesOrNo = (is: boolean): string => (is ? 'Yes' : 'No');

/** 2026-11-23 14:05 */
export const inMinutes = (at: string): string => at.slice(0, 16).replace('T', ' ');

export const itemCount = ({ length }: readonly unknown[]): string => (length === 1 ? '1 item' : `${length} items`);
