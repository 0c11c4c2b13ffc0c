import { useWatch } from 'react-hook-form';
import { FormText, InsuranceTypeField } from '../form-fields.js';
import { FormSection, type SectionProps } from '../form-section.js';
import type { OrderDraft } from '../order-draft.js';

/** A payor's form has the plan already and asks for the member's id only. */
export function InsuranceSection({ form: { payor, lookUp, asksForWaiver } }: SectionProps) {
  if (payor === null) return <InsuranceOfAnyKind asksForWaiver={asksForWaiver} />;
  return (
    <FormSection title="Insurance" about={`${payor.name}, Medicaid`}>
      {lookUp === null ? (
        <FormText name="insuranceInfo.medicaidId" label="Medicaid ID" required />
      ) : (
        <FormText name="insuranceInfo.medicaidId" label="Medicaid ID" required readOnly help="As it was looked up" />
      )}
    </FormSection>
  );
}

/** At least one of three kinds; each chosen kind asks for its id, the first commercial plan for its name too. */
function InsuranceOfAnyKind({ asksForWaiver }: { readonly asksForWaiver: boolean }) {
  const { medicare, medicaid, commercial } = useWatch<OrderDraft, 'insuranceInfo.insuranceType'>({
    name: 'insuranceInfo.insuranceType',
  });
  return (
    <FormSection title="Insurance">
      <InsuranceTypeField />
      {medicaid ? <FormText name="insuranceInfo.medicaidId" label="Medicaid ID" required /> : null}
      {medicare ? <FormText name="insuranceInfo.medicareId" label="Medicare ID" required /> : null}
      {commercial ? (
        <>
          <FormText name="insuranceInfo.commIns1Name" label="Commercial Insurance 1 Name" required />
          <FormText name="insuranceInfo.commIns1Id" label="Commercial Insurance 1 ID" required />
          <FormText name="insuranceInfo.commIns2Name" label="Commercial Insurance 2 Name" />
          <FormText name="insuranceInfo.commIns2Id" label="Commercial Insurance 2 ID" />
        </>
      ) : null}
      {asksForWaiver ? <FormText name="insuranceInfo.waiverBenefits" label="Waiver Benefits" wide /> : null}
    </FormSection>
  );
}
