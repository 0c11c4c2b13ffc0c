import type { KnownOrderForm } from '@throughline/domain';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { ErrorSummary } from '../../../ui/fields/error-summary.js';
import { type Fault, showField } from '../../../ui/fields/field-faults.js';
import { itemsQuery, offeredSomewhereQuery } from '../queries.js';
import { CartPanel } from './cart-panel.js';
import { idsOf, notOffered, stateNamed, whyNotOffered } from './cart.js';
import { OrderBar } from './order-bar.js';
import type { OrderDraft } from './order-draft.js';
import { useOpenFaults } from './order-faults.js';

/* The parts of the form that say what is left to fix. They follow the errors of all fields, so that the form itself does not. */

interface SubmittedProps {
  readonly form: KnownOrderForm;
  /** The faults of the last submit. */
  readonly submitted: readonly Fault[];
}

export function OpenFaults({ form, submitted, attempt }: SubmittedProps & { readonly attempt: number }) {
  return <ErrorSummary faults={useOpenFaults(form, submitted)} attempt={attempt} />;
}

export function LeftToFixBar({ form, submitted }: SubmittedProps) {
  return <OrderBar {...toFix(useOpenFaults(form, submitted))} />;
}

const toFix = (faults: readonly { readonly id: string }[]) => ({
  faultCount: faults.length,
  onShowFaults: () => faults[0] && showField(faults[0].id),
});

export function Cart({ form, submitted }: SubmittedProps) {
  const items = useWatch<OrderDraft, 'items'>({ name: 'items' });
  const state = useWatch<OrderDraft, 'memberInfo.state'>({ name: 'memberInfo.state' });
  const { data: offered } = useQuery(itemsQuery(form, state));
  const unavailable = notOffered(items, offered);
  const { data: somewhere } = useQuery(offeredSomewhereQuery(form, idsOf(unavailable)));
  const { trigger, formState } = useFormContext<OrderDraft>();
  // Validates the items again when the member's state or the catalogue changes the offer.
  const { isSubmitted } = formState;
  useEffect(() => {
    if (isSubmitted) void trigger('items');
  }, [isSubmitted, trigger, offered, somewhere]);
  return (
    <CartPanel
      form={form}
      unavailable={
        new Map(unavailable.map((line) => [line, whyNotOffered(line, stateNamed(state), offered, somewhere)]))
      }
      stateName={stateNamed(state)}
      {...toFix(useOpenFaults(form, submitted))}
    />
  );
}
