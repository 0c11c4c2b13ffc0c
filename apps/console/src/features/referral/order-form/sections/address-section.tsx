import { zipOf } from '@throughline/contracts';
import { useEffect } from 'react';
import { useFormState, useWatch } from 'react-hook-form';
import { announce } from '../../../../ui/announcer.js';
import { FormState, FormText } from '../form-fields.js';
import { FormSection, type SectionProps } from './form-section.js';
import type { OrderDraft } from '../order-draft.js';
import { useOrderRules } from '../order-faults.js';
import { stateNamed } from '../cart.js';
import english from '../../../../../texts/en/order-form.json' with { type: 'json' };
import { localeOf, textsOf, useLanguage, useWords } from '../../../../language/language.js';

const useTexts = textsOf('order-form', english);

/** The delivery address. Its state determines which items are offered. On a payor's form the state is the payor's. */
export function AddressSection({ form: { payor } }: SectionProps) {
  const t = useTexts();
  const warnings = useAddressWarnings();
  return (
    <FormSection section="address" title={t('address')}>
      <FormText name="memberInfo.address1" label={t('address1')} required wide />
      <FormText name="memberInfo.address2" label={t('address2')} wide />
      <FormText name="memberInfo.city" label={t('city')} required warning={warnings.city} />
      {payor === null ? (
        <FormState name="memberInfo.state" label={t('state')} required help={t('stateHelp')} />
      ) : (
        <FormText
          name="memberInfo.state"
          label={t('state')}
          required
          readOnly
          help={t('fixedFor', { name: payor.name })}
        />
      )}
      <FormText
        name="memberInfo.zip"
        label={t('zip')}
        required
        inputMode="numeric"
        tidy={zipOf}
        help={t('zipHelp')}
        warning={warnings.zip}
      />
    </FormSection>
  );
}

/** Warnings if the city or the ZIP code is not in the state. They do not block an order, and are announced when they appear. */
function useAddressWarnings(): { readonly city: string | undefined; readonly zip: string | undefined } {
  const t = useTexts();
  const words = useWords();
  const language = useLanguage();
  const [city, state, zip] = useWatch<OrderDraft, readonly ['memberInfo.city', 'memberInfo.state', 'memberInfo.zip']>({
    name: ['memberInfo.city', 'memberInfo.state', 'memberInfo.zip'],
  });
  const { touchedFields } = useFormState<OrderDraft>({ name: 'memberInfo.city' });
  const rules = useOrderRules(`${city}${zip}` !== '');
  const doubts = rules?.addressDoubts({ city, state, zip });
  const homes = new Intl.ListFormat(localeOf(language), { type: 'disjunction' });
  const warnings = {
    // The city is checked after its field was left: "Apo" may still become "Apopka".
    city: doubts?.city && touchedFields.memberInfo?.city ? t('doubtfulCity', { city: city.trim() }) : undefined,
    zip: doubts?.zip
      ? t(doubts.zip.length === 0 ? 'unknownZip' : 'doubtfulZip', {
          zip: zip.trim(),
          state: words(stateNamed(state)),
          home: homes.format(doubts.zip.map((home) => words(stateNamed(home)))),
        })
      : undefined,
  };
  useEffect(() => {
    for (const warning of [warnings.city, warnings.zip]) if (warning !== undefined) announce(warning);
  }, [warnings.city, warnings.zip]);
  return warnings;
}
