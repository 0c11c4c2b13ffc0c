import type { ReactNode } from 'react';

export interface DataColumn<T> {
  /** Also the field that the server sorts by, if `sortable`. */
  readonly id: string;
  readonly header: string;
  readonly cell: (row: T) => ReactNode;
  readonly sortable?: boolean;
  /** Tooltip of the header. Requires `sortable`, so that the header can be focused. */
  readonly about?: string;
  /** Numbers are right-aligned. */
  readonly align?: 'right';
  /** A column of controls. Its header is visible to screen readers only, and on a card it is in the corner. */
  readonly controls?: boolean;
  /** The title of a row on a card. By default the first column. */
  readonly title?: boolean;
  /**
   * On a phone, cards have two or three lines instead of one for each column: the title; a column of its own width (`line`) and one that takes the
   * `rest` of the line; and below them a column that takes the room that the ones at its `end` leave. Long words are cut off, except in a
   * `whole` column, below which the ones at the end go where there is no room beside it. With a column in the `room` that the rest leaves, cards
   * have two lines, and it is left out where that is too little. With a column `beside` the title, cards have two lines: the title, that column
   * if there is room for all of it, and the controls; and what is below, whole or at the end, cut off where there is no room. The other columns
   * are hidden.
   */
  readonly card?: 'beside' | 'line' | 'rest' | 'room' | 'below' | 'whole' | 'end';
  /** A CSS width. */
  readonly width?: string;
}

export interface Sort {
  readonly field: string;
  readonly sort: 'asc' | 'desc';
}

/**
 * `changed`: another person has just changed the row. `finished`: the row no longer belongs to the list, and stays until the person leaves.
 */
export interface RowMark {
  readonly kind: 'changed' | 'finished';
  /** The mark in words, such as "Completed", because a colour alone is not accessible. */
  readonly words: string;
}
