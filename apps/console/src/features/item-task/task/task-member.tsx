import type { RecertificationDetail, ReferralDetail } from '@throughline/contracts';
import { fullName, pathTo, type TaskFacts, taskRow } from '@throughline/domain';
import { Typography } from '@mui/material';
import type { ComponentProps } from 'react';
import { Meaning } from '../../../ui/words/meaning.js';
import { HeaderFact, MemberFacts, Phone } from '../../../case/member-facts.js';
import { useSameMoment } from '../../../past/past.js';

interface TaskHeadingProps {
  readonly member: Parameters<typeof fullName>[0];
  readonly task: string;
}

/** The heading of a task's page: whom it is about, and what is to be done. */
export const TaskHeading = ({ member, task }: TaskHeadingProps) => (
  <>
    {fullName(member)}
    <Typography component="span" variant="h2" color="textSecondary" sx={{ fontWeight: 400 }}>
      {' · '}
      <Meaning of={task}>{task}</Meaning>
    </Typography>
  </>
);

interface OfReferralProps {
  readonly referral: ReferralDetail;
  readonly others: ComponentProps<typeof MemberFacts>['others'];
  readonly task: TaskFacts['task'];
}

export const MemberOfReferral = ({ referral, task, others }: OfReferralProps) => (
  <MemberFacts
    member={referral.memberInfo}
    insurance={referral.insuranceInfo}
    medicaidId={referral.insuranceInfo.medicaidId}
    referral={{ id: referral.referralId, to: useSameMoment()(pathTo.referral(referral.referralId)) }}
    {...(others && { others })}
  >
    <ContactedPhysician physician={referral.physicianInfo} task={task} />
  </MemberFacts>
);

interface OfRecertificationProps {
  readonly recertification: RecertificationDetail;
  readonly task: TaskFacts['task'];
}

export const MemberOfRecertification = ({
  recertification: { recertificationId, member, physician },
  task,
}: OfRecertificationProps) => (
  <MemberFacts member={member} medicaidId={member.medicaidId} referral={{ label: 'ID', id: recertificationId }}>
    <ContactedPhysician physician={physician} task={task} />
  </MemberFacts>
);

interface ContactedPhysicianProps {
  readonly physician: Parameters<typeof fullName>[0] & { readonly phone: string | null };
  readonly task: TaskFacts['task'];
}

/** On a task that is to reach the physician, the number to call is theirs. */
const ContactedPhysician = ({ physician, task }: ContactedPhysicianProps) =>
  taskRow(task).contact === 'physician' && physician.phone ? (
    <HeaderFact label="Physician">
      {fullName(physician)} <Phone digits={physician.phone} />
    </HeaderFact>
  ) : null;
