import type { Corrections } from '@throughline/contracts';
import { inCentralTime, shortened } from '@throughline/domain';
import { Alert, Box, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { userAtom } from '../session/session.js';
import { correctionsQuery } from './use-corrections.js';

type Correction = Corrections[number];

/** What the dialog is about: a section of the order, or its items, which have no section. An added item has no facts that were corrected. */
export const isAbout =
  (title: string) =>
  ({ facts }: Correction): boolean =>
    facts.some(({ section }) => section === title);
export const isAboutItems = ({ facts }: Correction): boolean =>
  facts.every(({ section }) => typeof section === 'number');

/** Of all corrections, the oldest first: those after the ones that the person has seen. */
export const since = (
  corrections: Corrections,
  seen: number,
  isOfDialog: (correction: Correction) => boolean,
): Corrections => corrections.slice(seen).filter(isOfDialog);

export interface CorrectedSinceProps {
  /** Of the referral or the recertification. */
  readonly caseId: string;
  /** How many corrections the person has seen, and how many there are by now. */
  readonly seen: number;
  readonly present: number;
  readonly isOfDialog: (correction: Correction) => boolean;
  /** Left out: the dialog is about one section. */
  readonly nameOf?: (section: string | number) => string;
  readonly busy: boolean;
}

/** As long as the API quotes a value that was changed. */
const MOST_LETTERS = 120;
const inWords = (value: string | null) => (value === null ? 'nothing' : shortened(value, MOST_LETTERS));

/**
 * What was corrected since the dialog was opened of what it is about, by whom and when. Rendered all the time, so that a screen reader announces
 * it.
 */
export function CorrectedSince({ caseId, seen, present, isOfDialog, nameOf, busy }: CorrectedSinceProps) {
  const user = useAtomValue(userAtom);
  const { data = [] } = useQuery({ ...correctionsQuery(caseId, present), enabled: present > seen });
  const corrected = since(data, seen, isOfDialog);
  const labelOf = ({ section, field }: Correction['facts'][number]) =>
    nameOf ? `${nameOf(section)}: ${field}` : field;
  return (
    <Box role="status">
      {corrected.length > 0 && !busy ? (
        <Alert severity="info" role="presentation" sx={{ mb: 2, overflowWrap: 'anywhere' }}>
          {corrected.map(({ at, by, userId, sentence, facts }, index) => (
            <Box key={index} sx={{ mb: 1 }}>
              <Typography sx={{ fontWeight: 600 }}>
                {userId !== null && userId === user?.id ? 'You corrected this yourself' : `${by} corrected this`} on{' '}
                {inCentralTime(at)}.
              </Typography>
              <Box component="ul" sx={{ m: 0, pl: 2.5 }}>
                {facts.length === 0 ? <li>{sentence}</li> : null}
                {facts.map((fact) => (
                  <li key={labelOf(fact)}>
                    {labelOf(fact)}: {inWords(fact.to)} (it was: {inWords(fact.from)})
                  </li>
                ))}
              </Box>
            </Box>
          ))}
          <Typography>
            What you have entered stays. Where you have changed the same to something else, saving says so, and nothing
            is overwritten.
          </Typography>
        </Alert>
      ) : null}
    </Box>
  );
}
