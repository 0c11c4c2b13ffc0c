import type { ChainCheck } from '@throughline/contracts';

const FAULT = {
  changed: 'was changed after it was recorded',
  reordered: 'is not where it was recorded',
  missing: 'is missing',
} as const;

export interface ChainVerdict {
  readonly ok: boolean;
  readonly sentence: string;
}

/** What the check of the hashes of all of the referral's streams found, in one sentence. */
export function chainVerdict(chains: readonly ChainCheck[]): ChainVerdict {
  const faults = chains.filter(({ ok }) => !ok);
  if (faults.length > 0) return { ok: false, sentence: faults.map(faultOf).join('; ') };
  const events = chains.reduce((sum, chain) => sum + chain.events, 0);
  return { ok: true, sentence: `Chain verified up to event ${events.toLocaleString('en-US')}` };
}

const faultOf = ({ stream, reason = 'changed', revision = 0 }: ChainCheck) =>
  `Event ${revision + 1} of ${stream} ${FAULT[reason]}`;
