import { assignTrackingBody } from '@throughline/contracts';
import { Box } from '@mui/material';
import { TextField } from '../../../ui/text-field.js';

export interface Parcel {
  readonly carrier: string;
  readonly number: string;
}
export const NO_PARCEL: Parcel = { carrier: '', number: '' };

const parcelShape = assignTrackingBody.pick({ carrier: true, number: true });

export const isBlank = ({ carrier, number }: Parcel): boolean => carrier.trim() === '' && number.trim() === '';

/** Field → what is wrong with it. */
export function parcelFaults(parcel: Parcel): Partial<Record<keyof Parcel, string>> {
  const issues = parcelShape.safeParse(parcel).error?.issues ?? [];
  const fault = (field: keyof Parcel) => issues.find(({ path }) => path[0] === field)?.message;
  const [carrier, number] = [fault('carrier'), fault('number')];
  return { ...(carrier && { carrier }), ...(number && { number }) };
}

interface TrackingFieldsProps {
  readonly parcel: Parcel;
  readonly onChange: (parcel: Parcel) => void;
  /** Null: not looked at yet. */
  readonly faults: Partial<Record<keyof Parcel, string>> | null;
}

/** Who carries the parcel, and the carrier's number for it. */
export function TrackingFields({ parcel, onChange, faults }: TrackingFieldsProps) {
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { sm: '1fr 2fr' } }}>
      <TextField
        label="Carrier"
        help="Such as FedEx or UPS"
        value={parcel.carrier}
        onChange={(carrier) => onChange({ ...parcel, carrier })}
        error={faults?.carrier}
      />
      <TextField
        label="Tracking number"
        value={parcel.number}
        onChange={(number) => onChange({ ...parcel, number })}
        error={faults?.number}
      />
    </Box>
  );
}
