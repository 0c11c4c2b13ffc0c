import { type PlannedBanner, switchBannerOnBody } from '@throughline/contracts';
import { BANNER_IDS, type BannerId, EMPTY_BANNER_WINDOW } from '@throughline/domain';
import { Box, Button, Stack, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/api.js';
import { READ_AGAIN_MS } from '../../api/query-client.js';
import { serverNow } from '../../api/server-time.js';
import { useReplacing } from '../../meanwhile/use-replacing.js';
import { watching } from '../../meanwhile/watched.js';
import { instantOf, localTime, zoneHelp } from '../../ui/fields/date/own-time.js';
import { exactTime } from '../../ui/words/calendar.js';
import { CommandDialog } from '../../ui/dialogs/command-dialog.js';
import { ReasonCommandDialog } from '../../ui/dialogs/reason-dialog.js';
import { BoundField } from '../../ui/fields/bound-field.js';
import { BoundText } from '../../ui/fields/bound-text.js';
import { useFocusKept } from '../../ui/focus.js';
import { ReasonField } from '../../ui/fields/reason-field.js';
import { TextField } from '../../ui/fields/text-field.js';
import { useNow } from '../../ui/use-clock.js';
import { When } from '../../ui/words/when.js';
import { ReadState } from '../../ui/page/read-state.js';

const NAMES: Readonly<Record<BannerId, string>> = { maintenance: 'Maintenance', update: 'Update' };

const bannersQuery = {
  queryKey: ['banners'],
  queryFn: ({ signal }: { signal: AbortSignal }) => call('GET /banners/planned', {}, { signal }),
  refetchInterval: READ_AGAIN_MS,
};
const READS = [bannersQuery.queryKey];

interface BannerDialog {
  readonly bannerId: BannerId;
  readonly on: boolean;
}

/** The banners above every page. An admin switches each on for a period, and off. */
export function SwitchBanners() {
  const read = useQuery(bannersQuery);
  const [dialog, setDialog] = useState<BannerDialog | null>(null);
  const close = () => setDialog(null);
  const focusKept = useFocusKept();
  return (
    <ReadState read={read} failed="The banners could not be read" loading="The banners are loading">
      {(data) => {
        const planned = (bannerId: BannerId) => data.find((banner) => banner.bannerId === bannerId);
        return (
          <Stack {...focusKept} sx={{ gap: 3 }}>
            {BANNER_IDS.map((bannerId) => (
              <Box component="section" key={bannerId} aria-label={NAMES[bannerId]}>
                <Typography variant="h2" sx={{ mb: 1 }}>
                  {NAMES[bannerId]}
                </Typography>
                <Planned banner={planned(bannerId)} />
                <Stack direction="row" sx={{ gap: 1 }}>
                  <Button variant="outlined" onClick={() => setDialog({ bannerId, on: true })}>
                    {planned(bannerId) ? 'Change' : 'Switch on'}
                  </Button>
                  {planned(bannerId) ? (
                    <Button onClick={() => setDialog({ bannerId, on: false })}>Switch off</Button>
                  ) : null}
                </Stack>
              </Box>
            ))}
            {dialog?.on ? (
              <SwitchOn bannerId={dialog.bannerId} planned={planned(dialog.bannerId)} onClose={close} />
            ) : null}
            {dialog?.on === false ? (
              <SwitchOff bannerId={dialog.bannerId} planned={planned(dialog.bannerId)} onClose={close} />
            ) : null}
          </Stack>
        );
      }}
    </ReadState>
  );
}

function Planned({ banner }: { readonly banner: PlannedBanner | undefined }) {
  const now = useNow();
  if (!banner) return <Typography sx={{ mb: 1, color: 'text.secondary' }}>Not shown.</Typography>;
  return (
    <>
      <Typography sx={{ overflowWrap: 'anywhere' }}>{banner.text}</Typography>
      {banner.textEs === null ? null : (
        <Typography lang="es" sx={{ overflowWrap: 'anywhere' }}>
          {banner.textEs}
        </Typography>
      )}
      <Typography variant="body2" sx={{ mb: 1, color: 'text.secondary' }}>
        {Date.parse(banner.from) <= now ? (
          'Shown now'
        ) : (
          <>
            Planned from <When at={banner.from} />
          </>
        )}
        , until <When at={banner.until} />
      </Typography>
    </>
  );
}

interface SwitchProps {
  readonly bannerId: BannerId;
  /** The banner's present plan; undefined: none. */
  readonly planned: PlannedBanner | undefined;
  readonly onClose: () => void;
}

const HOUR_MS = 3_600_000;

/** Refines the schema here, so that this fault is shown at its field, together with the other faults of the form. */
const bannerBody = switchBannerOnBody.refine(({ from, until }) => !(Date.parse(until) <= Date.parse(from)), {
  path: ['until'],
  message: EMPTY_BANNER_WINDOW,
  when: () => true,
});

const OFF: Announced = { text: null, textEs: null, from: null, until: null };
interface Announced {
  readonly text: string | null;
  readonly textEs: string | null;
  readonly from: string | null;
  readonly until: string | null;
}

const announcedIn = (planned: PlannedBanner | undefined): Announced =>
  planned ? { text: planned.text, textEs: planned.textEs, from: planned.from, until: planned.until } : OFF;

const watchesOf = (bannerId: BannerId) =>
  watching<Announced>({
    area: 'Banners',
    isIt: { bannerId },
    valuesAfter: ({ type, data }) => {
      if (type === 'BannerSwitchedOff') return { ...OFF };
      if (type !== 'BannerSwitchedOn') return null;
      return { text: data.text, textEs: data.textEs ?? null, from: data.from, until: data.until };
    },
    labels: { text: 'Text', textEs: 'Text in Spanish', from: 'From', until: 'Until' },
    inWords: (name, { [name]: value }) =>
      (name === 'from' || name === 'until') && value !== null ? exactTime(Date.parse(value)) : undefined,
  });

function SwitchOn({ bannerId, planned, onClose }: SwitchProps) {
  const act = planned ? 'Change' : 'Switch on';
  return (
    <CommandDialog
      {...useBanner(planned)}
      watches={watchesOf(bannerId)}
      endpoint="POST /banners/{bannerId}/switch-on"
      request={(body) => ({ params: { bannerId }, body })}
      doneWords="The banner is shown on every page in its time"
      reads={READS}
      title={`${act}: ${NAMES[bannerId]}`}
      about="Pages of people who are signed in show it at once, those of visitors within half a minute."
      submitLabel={act}
      onClose={onClose}
    >
      <BannerFields />
    </CommandDialog>
  );
}

/** The form of a banner. One that is not planned is shown for an hour from now, unless something else is typed. */
function useBanner(planned: PlannedBanner | undefined) {
  const [now] = useState(serverNow);
  return useReplacing({
    present: announcedIn(planned),
    typedOf: ({ text, textEs, from, until }) => ({
      text: text ?? '',
      textEs: textEs ?? '',
      from: localTime(new Date(from ?? now)),
      until: localTime(new Date(until ?? now + HOUR_MS)),
    }),
    schema: {
      safeParse: (typed) => {
        const { from, until, ...words } = typed as { from: string; until: string };
        return bannerBody.safeParse({ ...words, from: instantOf(from), until: instantOf(until) });
      },
    },
  });
}

const WITHOUT_SPANISH = 'Without it, readers of Spanish see the text above, marked as English.';

const BannerFields = () => (
  <>
    <BoundText name="text" label="Text" rows={2} autoFocus required />
    <BoundText name="textEs" label="Text in Spanish" rows={2} help={WITHOUT_SPANISH} />
    <Moment name="from" label="From" />
    <Moment name="until" label="Until" />
    <ReasonField />
  </>
);

const Moment = ({ name, label }: { readonly name: string; readonly label: string }) => (
  <BoundField name={name}>
    {(field) => <TextField {...field} label={label} type="datetime-local" help={zoneHelp(field.value)} required />}
  </BoundField>
);

function SwitchOff({ bannerId, planned, onClose }: SwitchProps) {
  return (
    <ReasonCommandDialog
      watches={watchesOf(bannerId)}
      present={announcedIn(planned)}
      endpoint="POST /banners/{bannerId}/switch-off"
      request={(body, seen) => ({ params: { bannerId }, body: { ...body, seen } })}
      doneWords="The banner is switched off"
      reads={READS}
      title={`Switch off: ${NAMES[bannerId]}`}
      submitLabel="Switch off"
      onClose={onClose}
    />
  );
}
