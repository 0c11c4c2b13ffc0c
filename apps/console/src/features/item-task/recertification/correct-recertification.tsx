import { correctRecertificationBody, type RecertificationDetail } from '@throughline/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { CorrectionDialog, useCorrection } from '../../../correction/correction-dialog.js';
import { type Fault, fieldId } from '../../../ui/fields/field-faults.js';
import { correctionOf, type RecertificationCorrection } from './recertification-draft.js';
import { recertificationQuery } from '../task/task-case.js';
import { OpenRenewals, useOpenRenewals } from './open-renewals.js';
import { Category, CertifiedUntil, Fields, MemberFields, PhysicianFields } from './recertification-fields.js';

interface CorrectRecertificationProps {
  /** The recertification that the person saw: its state when the dialog was opened. */
  readonly recertification: RecertificationDetail;
  /** The current state of the recertification. */
  readonly latest: RecertificationDetail;
  readonly onSettled: () => void;
  readonly onClose: () => void;
}

/** Corrects the member, the physician, and what is certified until when. */
export function CorrectRecertificationDialog({
  recertification,
  latest,
  onSettled,
  onClose,
}: CorrectRecertificationProps) {
  const { recertificationId: id } = recertification;
  const { bodyOf, renewals, ...correction } = useRecertificationCorrection(recertification);
  return (
    <CorrectionDialog
      endpoint="POST /recertifications/{id}/update"
      request={(draft) => ({ params: { id }, body: bodyOf(draft) })}
      doneWords="Recertification corrected"
      onSettled={onSettled}
      title="Correct recertification"
      about="What was there before stays in the history. The referral that it renews is not changed."
      correction={correction}
      summaryOf={summaryOf}
      corrected={{
        caseId: id,
        seen: correction.seen.corrections ?? 0,
        present: latest.corrections ?? 0,
        isOfDialog: () => true,
        nameOf: String,
      }}
      onClose={onClose}
    >
      <div>
        <MemberFields of="" />
        <PhysicianFields of="" />
        <Fields title="Certification">
          <Category of="" />
          <CertifiedUntil of="" />
          <OpenRenewals renewals={renewals} label="Correct it all the same" />
        </Fields>
      </div>
    </CorrectionDialog>
  );
}

/** The form, the recertifications that are open beside it, and its request. */
function useRecertificationCorrection(opened: RecertificationDetail) {
  const queries = useQueryClient();
  const { recertificationId: id } = opened;
  const correction = useCorrection({
    opened,
    draftOf: correctionOf,
    faultsOf,
    reread: () => queries.fetchQuery({ ...recertificationQuery(id), staleTime: 0 }),
  });
  const itemCategory = correction.form.watch('itemCategory');
  const renewals = useOpenRenewals({
    renews: itemCategory === correction.seen.itemCategory ? null : opened.renews,
    itemCategory,
    except: id,
  });
  const bodyOf = (draft: RecertificationCorrection) =>
    correctRecertificationBody.parse({
      ...draft,
      parentId: correction.seen.corrections,
      besides: renewals.besides,
    });
  return { ...correction, renewals, bodyOf };
}

const faultsOf = (draft: RecertificationCorrection): readonly Fault[] =>
  (correctRecertificationBody.safeParse(draft).error?.issues ?? []).map(({ path, message }) => ({
    path: path.join('.'),
    message,
  }));

const PEOPLE: Readonly<Record<string, string>> = { member: 'Member', physician: 'Physician' };

/** Prefixes each fault with its person, because member and physician have fields with the same label. */
const summaryOf = (faults: readonly Fault[]) =>
  faults.map(({ path, message }) => {
    const person = PEOPLE[path.split('.')[0] ?? ''];
    return { id: fieldId(path), message: [...(person ? [person] : []), message].join(': ') };
  });
