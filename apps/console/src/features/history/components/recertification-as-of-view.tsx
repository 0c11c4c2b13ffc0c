import { dayInWords, type RecertificationAsOf, steppersOf } from '@throughline/domain';
import { Box } from '@mui/material';
import { formatPhone } from '../../../ui/phone.js';
import { Stepper } from '../../../ui/stepper.js';
import { type Fact, taskFacts } from '../as-of/referral-facts.js';
import { FactList } from './fact-list.js';

/** Nothing of a recertification is corrected, and what happens to its tasks is in the timeline. */
const NO_CHANGES = new Map();

/** The recertification as one moment left it. */
export function RecertificationAsOfView({ recertification }: { readonly recertification: RecertificationAsOf }) {
  const { items, tasks } = recertification;
  const task = tasks.at(-1);
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <FactList facts={factsOf(recertification)} changed={NO_CHANGES} />
      {steppersOf(items).map(({ steps, label, stopped }) => (
        <Stepper key="supply" label="Progress" steps={steps} note={label} stopped={stopped} />
      ))}
      {task === undefined ? null : <FactList facts={taskFacts(task)} changed={NO_CHANGES} />}
    </Box>
  );
}

function factsOf({ itemCategory, member, physician, renews, certifiedUntil, items }: RecertificationAsOf): Fact[] {
  const facts: Record<string, string | null> = {
    Category: itemCategory,
    Member: `${member.firstName} ${member.lastName}`,
    'Date of birth': dayInWords(member.DOB),
    Phone: formatPhone(member.phone),
    'Medicaid ID': member.medicaidId,
    Physician: [physician.firstName, physician.lastName].filter(Boolean).join(' '),
    'Physician fax': physician.fax && formatPhone(physician.fax),
    'Renews referral': renews,
    'Certified until': certifiedUntil && dayInWords(certifiedUntil),
    'Stopped because': items[0].stoppedReason,
  };
  return Object.entries(facts).flatMap(([label, value]) => (value === null ? [] : [{ key: label, label, value }]));
}
