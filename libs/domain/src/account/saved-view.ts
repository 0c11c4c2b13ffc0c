/** Screens whose filters, sort and search can be saved under a name. */
export const VIEW_SCREENS = ['referrals', 'queue', 'notes', 'audit'] as const;
export type ViewScreen = (typeof VIEW_SCREENS)[number];

/** How many views a person may save of one screen. */
export const VIEWS_PER_SCREEN = 20;

/** A person's named filters, sort and search of a screen (docs/promises.md 2.1). */
export interface SavedView {
  readonly screen: ViewScreen;
  /** Unique for the person and the screen, ignoring case. */
  readonly name: string;
  /** The query of the screen's address, without the page. */
  readonly search: string;
}

export type ViewKey = Pick<SavedView, 'screen' | 'name'>;

/** The view of a name, as the author of the command saw it. */
export interface SeenView {
  /** Null: there was no view of that name. */
  readonly search: string | null;
}

/** Whether both names mean the same view of a person. */
export const isSameView = (one: ViewKey, other: ViewKey): boolean =>
  one.screen === other.screen && folded(one.name) === folded(other.name);

/** The views with `view` added. It replaces a view of the same name. */
export const withView = (views: readonly SavedView[], view: SavedView): readonly SavedView[] => [
  ...withoutView(views, view),
  view,
];

export const withoutView = (views: readonly SavedView[], key: ViewKey): readonly SavedView[] =>
  views.filter((view) => !isSameView(view, key));

const folded = (name: string) => name.normalize('NFC').toLowerCase();
