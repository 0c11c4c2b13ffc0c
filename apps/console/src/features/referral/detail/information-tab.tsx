import type { ReferralAsOf } from '@throughline/domain';
import { Box, Typography } from '@mui/material';
import { formatPhone } from '../../../ui/phone.js';
import { ItemCard } from './item-card.js';

type Fact = readonly [label: string, value: string | null, wide?: 'wide'];

/** Everything that was ordered, for whom and by whom, as it stands. Read-only; an empty value is a dash, so that nothing jumps. */
export function InformationTab({ referral }: { readonly referral: ReferralAsOf }) {
  const { referralInfo, memberInfo, physicianInfo, insuranceInfo, babyInfo, otherInfo } = referral.order;
  return (
    <>
      <Section
        title="Referrer"
        facts={[
          ['Name', fullName(referralInfo)],
          ['Email', referralInfo.email],
          ['Phone', phone(referralInfo.phone)],
          ['Company', referralInfo.company],
          ['Source', referralInfo.referralSource],
          ['UHC codes', referral.order.uhcCodes],
        ]}
      />
      <Section
        title="Member"
        facts={[
          ['Name', fullName(memberInfo)],
          ['DOB', day(memberInfo.DOB)],
          ['Gender', memberInfo.gender],
          ['Phone', phone(memberInfo.phone)],
          ['Email', memberInfo.email],
          ['Preferred language', memberInfo.preferredLang],
          ['Alternate contact phone', phone(memberInfo.ACPhone)],
          ['Alternate contact email', memberInfo.ACEmail],
          ['Address', [memberInfo.address1, memberInfo.address2].filter((line) => line !== null).join(', ')],
          ['City, state, zip', `${memberInfo.city}, ${memberInfo.state} ${memberInfo.zip}`],
          ['Height', memberInfo.height === null ? null : `${memberInfo.height} in`],
          ['Weight', memberInfo.weight === null ? null : `${memberInfo.weight} lb`],
          ['Allergies', memberInfo.allergies],
          ['Diagnosis', memberInfo.diag],
        ]}
      />
      <Section
        title="Physician"
        facts={[
          ['Name', fullName(physicianInfo)],
          ['NPI', physicianInfo.NPI],
          ['Phone', phone(physicianInfo.phone)],
          ['Fax', phone(physicianInfo.fax)],
          ['Email', physicianInfo.email],
        ]}
      />
      <Section
        title="Insurance"
        facts={[
          ['Medicaid ID', insuranceInfo.medicaidId],
          ['Medicare ID', insuranceInfo.medicareId],
          ['Commercial plan 1', plan(insuranceInfo.commIns1Name, insuranceInfo.commIns1Id)],
          ['Commercial plan 2', plan(insuranceInfo.commIns2Name, insuranceInfo.commIns2Id)],
          ['Waiver benefits', insuranceInfo.waiverBenefits],
        ]}
      />
      <Box component="section" sx={{ py: 3 }}>
        <Typography variant="h3">Items</Typography>
        <Box
          component="ul"
          sx={{
            listStyle: 'none',
            p: 0,
            mt: 2,
            display: 'grid',
            gap: 2,
            gridTemplateColumns: 'repeat(auto-fill, minmax(min(280px, 100%), 1fr))',
          }}
        >
          {referral.items.map((item) => (
            <ItemCard key={item.id} item={item} />
          ))}
        </Box>
      </Box>
      {babyInfo === null ? null : (
        <Section
          title="Baby"
          facts={[
            ['Name', fullName(babyInfo)],
            ['Due date', day(babyInfo.dueDate)],
            ['NICU', babyInfo.nicu ? 'Yes' : 'No'],
          ]}
        />
      )}
      <Section title="Other" facts={[['Additional information', otherInfo, 'wide']]} />
    </>
  );
}

function Section({ title, facts }: { readonly title: string; readonly facts: readonly Fact[] }) {
  return (
    <Box component="section" sx={{ py: 3, borderBottom: 1, borderColor: 'divider' }}>
      <Typography variant="h3">{title}</Typography>
      <Box
        component="dl"
        sx={{
          display: 'grid',
          gap: 2,
          m: 0,
          mt: 2,
          gridTemplateColumns: 'repeat(auto-fill, minmax(min(220px, 100%), 1fr))',
        }}
      >
        {facts.map(([label, value, wide]) => (
          <Box key={label} sx={wide ? { gridColumn: '1 / -1' } : {}}>
            <Typography component="dt" variant="body2" color="textSecondary">
              {label}
            </Typography>
            <Typography component="dd" sx={{ m: 0, overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
              {value || '–'}
            </Typography>
          </Box>
        ))}
      </Box>
    </Box>
  );
}

const fullName = ({ firstName, lastName }: { firstName: string | null; lastName: string | null }) =>
  [firstName, lastName].filter((part) => part !== null).join(' ') || null;
const plan = (name: string | null, id: string | null) => [name, id].filter((part) => part !== null).join(' · ') || null;
const phone = (digits: string | null) => (digits === null ? null : formatPhone(digits));
const day = (date: string) => date.replace(/^(\d{4})-(\d{2})-(\d{2})$/, '$2/$3/$1');
