import {
  type ChangedFacts,
  changesBetween,
  type Fact,
  type RecertificationAsOf,
  recertifiedSections,
  steppersOf,
  taskFacts,
} from '@throughline/domain';
import { Box, Typography } from '@mui/material';
import { Stepper } from '../../../ui/steps/stepper.js';
import { FactList } from './fact-list.js';

interface RecertificationAsOfViewProps {
  readonly before: RecertificationAsOf | null;
  readonly after: RecertificationAsOf;
}

/** The recertification after an event. Changed values are marked with the value before. */
export function RecertificationAsOfView({ before, after }: RecertificationAsOfViewProps) {
  const changed = before === null ? NOTHING : changesBetween(allFacts(before), allFacts(after));
  const { items, tasks } = after;
  const task = tasks.at(-1);
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      {steppersOf(items, tasks).map(({ steps, label, stopped }) => (
        <Stepper key="supply" label="Progress" steps={steps} note={label} stopped={stopped} />
      ))}
      {task === undefined ? null : <FactList facts={taskFacts(task)} changed={changed} />}
      {recertifiedSections(after).map(({ title, facts }) => (
        <Box component="section" key={title}>
          <Typography variant="subtitle2" component="h3" sx={{ mb: 1 }}>
            {title}
          </Typography>
          <FactList facts={facts.filter(({ key, value }) => value !== null || changed.has(key))} changed={changed} />
        </Box>
      ))}
    </Box>
  );
}

const NOTHING: ChangedFacts = new Map();

const allFacts = (recertification: RecertificationAsOf): readonly Fact[] => [
  ...recertifiedSections(recertification).flatMap(({ facts }) => facts),
  ...recertification.tasks.flatMap(taskFacts),
];
