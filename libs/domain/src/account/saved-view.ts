/** Screens whose filters, sort and search can be kept under a name. */
export const VIEW_SCREENS = ['referrals', 'queue'] as const;
export type ViewScreen = (typeof VIEW_SCREENS)[number];

/** How many views a person keeps of one screen. */
export const VIEWS_PER_SCREEN = 20;

/** What a person narrowed a screen to, under a name of their own (QUALITY.md 2.1). */
export interface SavedView {
  readonly screen: ViewScreen;
  /** One's own and unique on the screen, whatever the case. */
  readonly name: string;
  /** The query of the screen's address, without the page. */
  readonly search: string;
}

export type ViewKey = Pick<SavedView, 'screen' | 'name'>;

/** Do both name the same view of a person? */
export const isSameView = (one: ViewKey, other: ViewKey): boolean =>
  one.screen === other.screen && folded(one.name) === folded(other.name);

/** The views with this one among them, in the place of the one that had its name. */
export const withView = (views: readonly SavedView[], view: SavedView): readonly SavedView[] => [
  ...withoutView(views, view),
  view,
];

export const withoutView = (views: readonly SavedView[], key: ViewKey): readonly SavedView[] =>
  views.filter((view) => !isSameView(view, key));

const folded = (name: string) => name.normalize('NFC').toLowerCase();
