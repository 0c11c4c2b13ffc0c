import { dayInWords, phoneInWords, plansOf } from '@throughline/domain';
import { Box, Link } from '@mui/material';
import type { ComponentProps, ReactNode } from 'react';
import { useNow } from '../ui/use-clock.js';
import { LinesWhenNear } from '../ui/page/when-near.js';
import { VisuallyHidden } from '../ui/visually-hidden.js';
import { dayOf } from '../ui/words/calendar.js';
import { ageOn, telOf } from '../ui/words/member-words.js';
import { ReferralId } from '../ui/words/referral-id.js';
import english from '../../texts/en/member.json' with { type: 'json' };
import { textsOf, useWords } from '../language/language.js';

const useTexts = textsOf('member', english);

interface MemberFactsProps {
  readonly member: {
    readonly DOB: string;
    readonly phone: string;
    readonly ACPhone?: string | null;
    readonly preferredLang?: string | null;
  };
  /** Undefined: not known, as of a recertification, which has the Medicaid ID alone. */
  readonly insurance?: Parameters<typeof plansOf>[0];
  readonly medicaidId: string | null;
  /** The referral, or what the page is about in its place. */
  readonly referral: ComponentProps<typeof ReferralId> & { readonly label?: string };
  /** More facts, before the id. */
  readonly children?: ReactNode;
  /** How many other referrals the member has, which is known after the first view: until then `lines` are shown. */
  readonly others?: (lines: ReactNode) => ReactNode;
}

/** The id of the list of the member's other referrals, to which `others` links. */
export const OTHERS_PLACE = 'other-referrals';
/** Room for the words of `others`, so that nothing moves when they come. */
const OTHERS_ROOM = { minWidth: '17em' };
/** Height of a line, in pixels. */
const LINE_HEIGHT = 21;

/**
 * Who a page's referral or task is about, in a line or two below the member's name: enough to call them, to be sure of them, and to find
 * them in another system. A fact that is not known is left out.
 */
export function MemberFacts({ member, insurance, medicaidId, referral, children, others }: MemberFactsProps) {
  const t = useTexts();
  const words = useWords();
  const age = ageOn(dayOf(useNow()), member.DOB);
  const { label = t('referral'), ...id } = referral;
  const plans = insurance ? plansOf(insurance) : [];
  return (
    <Box component="dl" sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2, m: 0 }}>
      <HeaderFact label={t('dob')}>
        {dayInWords(member.DOB)}
        {age ? ` (${t(age.unit === 'years' ? 'years' : 'months', { count: age.count })})` : null}
      </HeaderFact>
      <HeaderFact label={t('phone')} isPlain>
        <Phone digits={member.phone} />
      </HeaderFact>
      {member.ACPhone ? (
        <HeaderFact label={t('alternatePhone')}>
          <Phone digits={member.ACPhone} />
        </HeaderFact>
      ) : null}
      {plans.length > 0 ? (
        <HeaderFact label={t('plan')} isPlain>
          {plans.map(words).join(', ')}
        </HeaderFact>
      ) : null}
      {medicaidId === null ? null : <HeaderFact label={t('medicaidId')}>{medicaidId}</HeaderFact>}
      {member.preferredLang ? (
        <HeaderFact label={t('language')} isPlain>
          {words(member.preferredLang)}
        </HeaderFact>
      ) : null}
      {children}
      <HeaderFact label={label}>
        <ReferralId {...id} />
      </HeaderFact>
      {others ? (
        <HeaderFact label={t('others')} isPlain>
          <Box sx={OTHERS_ROOM}>
            <LinesWhenNear count={1} height={LINE_HEIGHT}>
              {others}
            </LinesWhenNear>
          </Box>
        </HeaderFact>
      ) : null}
    </Box>
  );
}

interface HeaderFactProps {
  readonly label: string;
  /** Shows the value alone, which says what it is. Screen readers hear the label. */
  readonly isPlain?: boolean;
  readonly children: ReactNode;
}

export function HeaderFact({ label, isPlain = false, children }: HeaderFactProps) {
  return (
    <Box sx={{ display: 'flex', gap: isPlain ? 0 : 0.75, position: 'relative' }}>
      <Box component="dt" sx={{ color: 'text.secondary' }}>
        {isPlain ? <VisuallyHidden>{label}</VisuallyHidden> : label}
      </Box>
      <Box component="dd" sx={{ m: 0, minWidth: 0, overflowWrap: 'anywhere', fontVariantNumeric: 'tabular-nums' }}>
        {children}
      </Box>
    </Box>
  );
}

/** A phone number, which a click calls. */
export function Phone({ digits }: { readonly digits: string }) {
  const tel = telOf(digits);
  const shown = phoneInWords(digits);
  return tel === null ? (
    shown
  ) : (
    <Link href={tel} sx={{ whiteSpace: 'nowrap' }}>
      {shown}
    </Link>
  );
}
