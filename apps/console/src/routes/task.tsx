import { maySeeQueue } from '@throughline/domain';
import { useParams } from 'react-router-dom';
import { caseIdOf } from '../features/item-task/task/task-case.js';
import { TaskPage } from '../features/item-task/task/task-page.js';
import { TaskNotes, TextAsNote } from '../features/referral/notes/task-notes.js';
import { onDemand } from '../ui/page/on-demand.js';
import { OTHERS_PLACE } from '../case/member-facts.js';
import { LinesWhenNear, WhenNear } from '../ui/page/when-near.js';
import { AtMoment } from './at-moment.js';
import { RequireRole } from './router/require-role.js';

const TaskFiles = onDemand(async () => (await import('../features/referral/files/task-files.js')).TaskFiles);
const SameOrders = onDemand(async () => (await import('../features/referral/detail/same-orders.js')).SameOrders);
const OtherReferrals = onDemand(
  async () => (await import('../features/referral/detail/same-orders.js')).OtherReferrals,
);
const ReferralsOfMember = onDemand(
  async () => (await import('../features/referral/detail/referrals-of-member.js')).ReferralsOfMember,
);

/** Heights of a file's name, and of the button below them all, in pixels. */
const [FILE_HEIGHT, BUTTON_HEIGHT] = [21, 44];

export function Component() {
  const { taskId = '' } = useParams();
  return (
    <RequireRole title="Task" may={maySeeQueue}>
      <AtMoment id={caseIdOf(taskId)} page="Task">
        <TaskPage
          sections={({ referralId, files }, { task }) => ({
            notes: <TaskNotes referralId={referralId} />,
            files: (
              <LinesWhenNear count={Math.max(1, files.length)} height={FILE_HEIGHT} below={BUTTON_HEIGHT}>
                {(lines) => <TaskFiles referralId={referralId} files={files} task={task} fallback={lines} />}
              </LinesWhenNear>
            ),
          })}
          noteDialog={TextAsNote}
          ofMember={({ referralId, memberInfo }) => ({
            warning: (
              <WhenNear>
                <SameOrders referralId={referralId} member={memberInfo} />
              </WhenNear>
            ),
            othersCount: (lines) => <OtherReferrals referralId={referralId} lines={lines} fallback={lines} />,
            others: (
              <WhenNear id={OTHERS_PLACE}>
                <ReferralsOfMember referralId={referralId} member={memberInfo} isWarned />
              </WhenNear>
            ),
          })}
        />
      </AtMoment>
    </RequireRole>
  );
}
