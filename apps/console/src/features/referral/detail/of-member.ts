import type { ReferralsOfMember } from '@throughline/contracts';

type Row = ReferralsOfMember['rows'][number];

/**
 * How many of these referrals are the member's, by the Medicaid ID, and how many of somebody of the same name and date of birth, who may be
 * another person.
 */
export function countsOf(rows: readonly Pick<Row, 'isSameMedicaidId'>[]): Record<'ofMember' | 'ofNamesake', number> {
  const ofMember = rows.filter(({ isSameMedicaidId }) => isSameMedicaidId).length;
  return { ofMember, ofNamesake: rows.length - ofMember };
}

const SHOWN = 2;
/** A button is a line as well: fewer lines are not hidden behind one. */
const MIN_HIDDEN = 3;

/** The first of these rows, the rest of which is shown on demand; all, if hardly any would be hidden. */
export const firstOf = <Listed>(rows: readonly Listed[]): readonly Listed[] =>
  rows.length - SHOWN < MIN_HIDDEN ? rows : rows.slice(0, SHOWN);
