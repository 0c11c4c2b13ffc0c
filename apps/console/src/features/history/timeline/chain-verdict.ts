import type { ChainCheck } from '@throughline/contracts';
import { withCommas } from '../../../ui/words/counts.js';

export interface ChainVerdict {
  readonly ok: boolean;
  /** One sentence per fault, without a final full stop. */
  readonly sentence: string;
}

/** The result of the hash checks of all streams of the referral. */
export function chainVerdict(chains: readonly ChainCheck[]): ChainVerdict {
  const faults = chains.filter(({ ok }) => !ok);
  if (faults.length > 0) return { ok: false, sentence: faults.map(faultOf).join('. ') };
  const events = chains.reduce((sum, chain) => sum + chain.events, 0);
  return { ok: true, sentence: `Chain verified up to event ${withCommas(events)}` };
}

/** Describes a fault. Events are counted from 1, as everywhere on the page. */
function faultOf({ stream, events, reason = 'changed', revision = 0, seenRevision = revision }: ChainCheck): string {
  const event = `Event ${revision + 1} of ${stream}`;
  switch (reason) {
    case 'changed':
      return `${event} was changed after it was recorded`;
    case 'reordered':
      return `${event} is not where it was recorded`;
    case 'missing':
      return `${event} is missing`;
    case 'rewritten':
      return `${event} is not the event that had been seen there`;
    case 'cut':
      return events === 0
        ? `The log of ${stream} is gone, but event ${seenRevision + 1} had been seen`
        : `The log of ${stream} ends at event ${events}, but event ${seenRevision + 1} had been seen`;
  }
}
