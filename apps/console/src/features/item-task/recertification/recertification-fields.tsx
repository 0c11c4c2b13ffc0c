import { US_STATES } from '@throughline/contracts';
import { RECERTIFIED_CATEGORIES } from '@throughline/domain';
import { Box, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import type { FieldPath, FieldValues } from 'react-hook-form';
import { type BoundProps, BoundField } from '../../../ui/fields/bound-field.js';
import { todayPlus } from '../../../ui/words/calendar.js';
import { ChoiceField } from '../../../ui/fields/choice/choice-field.js';
import type { Choice } from '../../../ui/fields/choice/choices.js';
import { DateField, daysOfBirth } from '../../../ui/fields/date/date-field.js';
import { fieldId } from '../../../ui/fields/field-faults.js';
import { PhoneField } from '../../../ui/fields/phone/phone-field.js';
import { TextField } from '../../../ui/fields/text-field.js';
import type { RecertificationDraft } from './recertification-draft.js';

interface PartProps {
  /** The path prefix of the fields in the form. */
  readonly of: '' | 'taskData.';
}

export const MemberFields = ({ of }: PartProps) => (
  <Fields title="Member">
    <Text name={`${of}member.lastName`} label="Last Name" required />
    <Text name={`${of}member.firstName`} label="First Name" required />
    <Bound name={`${of}member.DOB`}>
      {(field) => <DateField {...field} label="DOB" days={daysOfBirth()} required />}
    </Bound>
    <Phone name={`${of}member.phone`} label="Phone" required />
    <Chosen name={`${of}member.state`} label="State" choices={STATES} required />
    <Text name={`${of}member.medicaidId`} label="Medicaid ID" />
  </Fields>
);

export const PhysicianFields = ({ of }: PartProps) => (
  <Fields title="Physician">
    <Text name={`${of}physician.lastName`} label="Last Name" required />
    <Text name={`${of}physician.firstName`} label="First Name" />
    <Phone name={`${of}physician.phone`} label="Phone" />
    <Phone name={`${of}physician.fax`} label="Fax" />
  </Fields>
);

export const Category = ({ of }: PartProps) => (
  <Chosen name={`${of}itemCategory`} label="Category" choices={RECERTIFIED_CATEGORIES.map(same)} required />
);

export const CertifiedUntil = ({ of }: PartProps) => (
  <Bound name={`${of}certifiedUntil`}>
    {(field) => (
      <DateField {...field} label="Certified until" days={{ min: '2000-01-01', max: todayPlus({ years: 3 }) }} />
    )}
  </Bound>
);

export const same = (value: string): Choice => ({ value, label: value });
const STATES = Object.entries(US_STATES).map(([value, name]): Choice => ({ value, label: `${name} (${value})` }));

export function Fields({ title, children }: { readonly title?: string; readonly children: ReactNode }) {
  return (
    <Box
      component="fieldset"
      sx={{
        border: 0,
        p: 0,
        m: 0,
        mb: 2,
        minWidth: 0,
        display: 'grid',
        columnGap: 2,
        rowGap: 1,
        gridTemplateColumns: { sm: '1fr 1fr' },
      }}
    >
      {title === undefined ? null : (
        <Typography component="legend" variant="h3" sx={{ p: 0, mb: 1 }}>
          {title}
        </Typography>
      )}
      {children}
    </Box>
  );
}

interface FieldOf {
  readonly name: FieldPath<RecertificationDraft> | FieldPath<RecertificationDraft['taskData']>;
  readonly label: string;
  readonly required?: boolean;
}

interface BoundToId extends BoundProps {
  readonly id: string;
}

export const Bound = ({
  name,
  children,
}: Pick<FieldOf, 'name'> & { readonly children: (props: BoundToId) => ReactNode }) => (
  <BoundField<FieldValues> name={name}>{(field) => children({ ...field, id: fieldId(name) })}</BoundField>
);
const Text = ({ name, ...props }: FieldOf) => (
  <Bound name={name}>{(field) => <TextField {...props} {...field} />}</Bound>
);
const Phone = ({ name, ...props }: FieldOf) => (
  <Bound name={name}>{(field) => <PhoneField {...props} {...field} />}</Bound>
);
export const Chosen = ({
  name,
  ...props
}: FieldOf & { readonly choices: readonly Choice[]; readonly emptyLabel?: string | null }) => (
  <Bound name={name}>{(field) => <ChoiceField {...props} {...field} />}</Bound>
);
