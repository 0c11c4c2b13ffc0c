import {
  type ChangedFacts,
  changedFacts,
  type Fact,
  informationSections,
  isReferral,
  itemFacts,
  overviewFacts,
  type ReferralAsOf,
  type Stepper as Progress,
  steppersOf,
  taskFacts,
  taskKey,
} from '@throughline/domain';
import { Accordion, AccordionDetails, AccordionSummary, Box, Paper, Typography } from '@mui/material';
import { ChevronDown } from '../../../ui/icons/icons.js';
import { Stepper } from '../../../ui/steps/stepper.js';
import { Meaning } from '../../../ui/words/meaning.js';
import type { Moment } from '../timeline/timeline.js';
import { RecertificationAsOfView } from './recertification-as-of-view.js';
import { FactList } from './fact-list.js';

/** The referral or recertification after an event. */
export function CaseAsOfView({ moment: { before, after } }: { readonly moment: Moment }) {
  if (after === null) return <Typography color="textSecondary">It did not exist yet.</Typography>;
  if (!isReferral(after)) return <RecertificationAsOfView before={isReferral(before) ? null : before} after={after} />;
  return <ReferralAsOfView before={isReferral(before) ? before : null} after={after} />;
}

interface ReferralAsOfViewProps {
  readonly before: ReferralAsOf | null;
  readonly after: ReferralAsOf;
}

/** The referral after an event. Changed values are marked with the value before. */
function ReferralAsOfView({ before, after }: ReferralAsOfViewProps) {
  const changed = changedFacts(before, after);
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <FactList facts={saidOrChanged(overviewFacts(after), changed)} changed={changed} />
      {steppersOf(after.items, after.tasks).map((progress) => (
        <ItemsTogether key={progress.itemIds.join()} referral={after} progress={progress} changed={changed} />
      ))}
      <Information referral={after} changed={changed} />
    </Box>
  );
}

const saidOrChanged = (facts: readonly Fact[], changed: ChangedFacts) =>
  facts.filter(({ key, value }) => value !== null || changed.has(key));

interface ItemsTogetherProps {
  readonly referral: ReferralAsOf;
  readonly progress: Progress;
  readonly changed: ChangedFacts;
}

/** Items in the same task: their progress, the assignee of the task, and each item. The steps already name the task. */
function ItemsTogether({ referral, progress, changed }: ItemsTogetherProps) {
  const task = referral.tasks.find(({ taskId }) => taskId === progress.taskId);
  return (
    <Paper variant="outlined" component="section" aria-label={progress.task} sx={{ p: 2, display: 'grid', gap: 2 }}>
      <Stepper
        label={`Progress of ${progress.itemIds.length === 1 ? '1 item' : `${progress.itemIds.length} items`}`}
        steps={progress.steps}
        note={progress.label}
        stopped={progress.stopped}
      />
      {task === undefined ? null : <FactList facts={taskFacts(task)} changed={changed} />}
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {referral.items
          .filter(({ id }) => progress.itemIds.includes(id))
          .map((item) => (
            <Box component="li" key={item.id} sx={{ py: 1, borderTop: 1, borderColor: 'divider' }}>
              <Typography variant="subtitle2" component="h3" sx={{ overflowWrap: 'anywhere' }}>
                {item.item}
                <Typography component="span" variant="body2" color="textSecondary">
                  {item.option ? ` · ${item.option.name}` : null}
                  <Code>{item.option?.hcpcs ?? item.hcpcs}</Code>
                  {` · Qty ${item.qty}`}
                </Typography>
              </Typography>
              <FactList
                facts={saidOrChanged(itemFacts(referral, item), changed).filter(
                  ({ key }) => changed.has(key) || key !== taskKey(item),
                )}
                changed={changed}
              />
            </Box>
          ))}
      </Box>
    </Paper>
  );
}

/** The member's and the order's data. Collapsed by default, because an audit is about events. */
function Information({ referral, changed }: { readonly referral: ReferralAsOf; readonly changed: ChangedFacts }) {
  return (
    <Accordion variant="outlined" disableGutters>
      <AccordionSummary expandIcon={<ChevronDown size={16} aria-hidden />}>
        <Typography component="span" variant="subtitle2">
          Information as it was
        </Typography>
      </AccordionSummary>
      <AccordionDetails sx={{ display: 'grid', gap: 3 }}>
        {informationSections(referral).map(({ title, facts }) => (
          <Box component="section" key={title}>
            <Typography variant="subtitle2" component="h3" sx={{ mb: 1 }}>
              {title}
            </Typography>
            <FactList facts={facts} changed={changed} />
          </Box>
        ))}
      </AccordionDetails>
    </Accordion>
  );
}

const Code = ({ children: code }: { readonly children: string | null }) =>
  code ? (
    <>
      {' · '}
      <Meaning of="HCPCS" isPlain>
        {code}
      </Meaning>
    </>
  ) : null;
