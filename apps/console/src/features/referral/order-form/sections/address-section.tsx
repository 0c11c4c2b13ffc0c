import { useEffect } from 'react';
import { useFormState, useWatch } from 'react-hook-form';
import { announce } from '../../../../ui/announcer.js';
import { FormSection, FormState, FormText, type SectionProps } from '../form-fields.js';
import type { OrderDraft } from '../order-draft.js';
import { useOrderRules } from '../order-faults.js';
import { stateNamed } from '../cart.js';
import english from '../../../../../texts/en/order-form.json' with { type: 'json' };
import { localeOf, textsOf, useLanguage } from '../../../../language/language.js';

const useTexts = textsOf('order-form', english);

/** Where the items go. The state decides which items are offered; a payor's members live in the payor's state. */
export function AddressSection({ form: { payor } }: SectionProps) {
  const t = useTexts();
  const doubts = useDoubts();
  return (
    <FormSection title={t('address')}>
      <FormText name="memberInfo.address1" label={t('address1')} required wide />
      <FormText name="memberInfo.address2" label={t('address2')} wide />
      <FormText name="memberInfo.city" label={t('city')} required warning={doubts.city} />
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
        help={t('zipHelp')}
        warning={doubts.zip}
      />
    </FormSection>
  );
}

/** Warnings about a city or a ZIP code that is not of the state. They block no order, and are announced when they come. */
function useDoubts(): { readonly city: string | undefined; readonly zip: string | undefined } {
  const t = useTexts();
  const language = useLanguage();
  const [city, state, zip] = useWatch<OrderDraft, readonly ['memberInfo.city', 'memberInfo.state', 'memberInfo.zip']>({
    name: ['memberInfo.city', 'memberInfo.state', 'memberInfo.zip'],
  });
  const { touchedFields } = useFormState<OrderDraft>({ name: 'memberInfo.city' });
  const rules = useOrderRules(`${city}${zip}` !== '');
  const doubts = rules?.addressDoubts({ city, state, zip });
  const homes = new Intl.ListFormat(localeOf(language), { type: 'disjunction' });
  const said = {
    // "Apo" may become "Apopka".
    city: doubts?.city && touchedFields.memberInfo?.city ? t('doubtfulCity', { city: city.trim() }) : undefined,
    zip: doubts?.zip
      ? t(doubts.zip.length === 0 ? 'unknownZip' : 'doubtfulZip', {
          zip: zip.trim(),
          state: stateNamed(state),
          home: homes.format(doubts.zip.map(stateNamed)),
        })
      : undefined,
  };
  useEffect(() => {
    for (const doubt of [said.city, said.zip]) if (doubt !== undefined) announce(doubt);
  }, [said.city, said.zip]);
  return said;
}
