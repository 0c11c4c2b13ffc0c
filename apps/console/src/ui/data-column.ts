import type { ReactNode } from 'react';

export interface DataColumn<T> {
  /** Also the field that the server sorts by, if `sortable`. */
  readonly id: string;
  readonly header: string;
  readonly cell: (row: T) => ReactNode;
  readonly sortable?: boolean;
  /** What the values mean, where the header is too short to say it; with `sortable`, so that the keyboard reaches it. */
  readonly about?: string;
  /** Numbers stand right. */
  readonly align?: 'right';
  /** A column of controls: its header is for screen readers, and it stands last on a card. */
  readonly controls?: boolean;
  /** What the row is known by; on a card its title. The first column, unless another says so. */
  readonly title?: boolean;
  /** Any CSS width. */
  readonly width?: string;
}

export interface Sort {
  readonly field: string;
  readonly sort: 'asc' | 'desc';
}

/** `changed`: by somebody else, just now. `finished`: done here, and stays until the person moves on. */
export interface RowMark {
  readonly kind: 'changed' | 'finished';
  /** In words, because a colour alone says nothing: "Completed". */
  readonly words: string;
}
