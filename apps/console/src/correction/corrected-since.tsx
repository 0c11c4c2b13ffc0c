import type { Corrections } from '@throughline/contracts';
import { type CaseId, excerptOf } from '@throughline/domain';
import { When } from '../ui/words/when.js';
import { Alert, Box, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { userAtom } from '../session/session.js';
import { correctionsQuery } from './use-corrections.js';

type Correction = Corrections[number];

/**
 * Whether a correction concerns the dialog of this section of the order. Items have no section, and an added item has no corrected facts.
 */
export const isAbout =
  (title: string) =>
  ({ facts }: Correction): boolean =>
    facts.some(({ section }) => section === title);
export const isAboutItems = ({ facts }: Correction): boolean =>
  facts.every(({ section }) => typeof section === 'number');

/** The corrections after those that the person has seen, the oldest first. */
export const since = (
  corrections: Corrections,
  seen: number,
  isOfDialog: (correction: Correction) => boolean,
): Corrections => corrections.slice(seen).filter(isOfDialog);

export interface CorrectedSinceProps {
  readonly caseId: CaseId;
  /** The number of corrections that the person has seen, and the current number. */
  readonly seen: number;
  readonly present: number;
  readonly isOfDialog: (correction: Correction) => boolean;
  /** Left out if the dialog is about a single section. */
  readonly nameOf?: (section: string | number) => string;
  readonly busy: boolean;
}

const inWords = (value: string | null) => (value === null ? 'nothing' : excerptOf(value));

/** The corrections since the dialog was opened, with author and time. Always rendered, so that screen readers announce them. */
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
                {userId !== null && userId === user?.id ? 'You corrected this yourself' : `${by} corrected this`},{' '}
                <When at={at} />.
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
