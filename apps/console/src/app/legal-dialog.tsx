import { Button, Dialog, DialogActions, DialogContent, DialogTitle, Typography } from '@mui/material';
import { useId } from 'react';

export type LegalText = 'terms' | 'privacy';

interface Text {
  readonly title: string;
  readonly updated: string;
  readonly parts: readonly (readonly [heading: string, words: string])[];
}

/* Our own plain words; the access specification gives dates, hours, cap and law (section 2). */
const TEXTS: Record<LegalText, Text> = {
  terms: {
    title: 'Terms of Service',
    updated: '8/19/2025',
    parts: [
      [
        'What the portal is for',
        'Referrers submit referrals for members of health plans, follow them, and write to us about them. Use it for this, with data that you may share, and in your own name.',
      ],
      [
        'Your account',
        'Keep your password to yourself. Tell us at once if somebody else may have used your account. We may end an account that is misused.',
      ],
      [
        'What you submit',
        'You answer for what you submit being true, and for being allowed to submit it. An order is reviewed before anything is delivered, and may be refused.',
      ],
      ['Customer service', 'Customer service is available Monday to Friday, 8 a.m. to 5 p.m. CT.'],
      [
        'Availability',
        'We keep the portal running with care, and cannot promise that it is never interrupted. Maintenance is announced on every page where we can.',
      ],
      [
        'Liability',
        'Our liability for all claims together is limited to $1,000 or the amount that you paid to us, as far as the law allows.',
      ],
      ['Law', 'These terms are under the law of the State of Texas.'],
      ['Changes', 'When these terms change, the date above changes with them.'],
    ],
  },
  privacy: {
    title: 'Privacy Policy',
    updated: '5/12/2025',
    parts: [
      [
        'What we keep',
        'Your name and how to reach you, the referrals that you submit with the data of the member, physician and insurance, files and notes, and a record of who viewed them.',
      ],
      [
        'What we use it for',
        'To review and deliver what was ordered, to tell you about it, and to answer you. We do not sell it, and we use it for no advertising.',
      ],
      [
        'Who sees it',
        'Our own people who work on a referral, its referrer and their organization, and those who must to deliver or to pay for it. Whoever has a referral ID sees the progress of that referral, and nothing about the member.',
      ],
      ['Mail', 'Our mail contains a referral ID or a link, and never the name of a member.'],
      [
        'In your browser',
        'A started order is kept in your browser for a day at most, and is cleared when you log out. The portal sets no cookie for tracking.',
      ],
      ['Your rights', 'Ask us by Contact Us what we keep about you, or to correct it.'],
      ['Changes', 'When this policy changes, the date above changes with it.'],
    ],
  },
};

/** The terms or the policy. Loaded when it is opened. */
export function LegalDialog({ text, onClose }: { readonly text: LegalText; readonly onClose: () => void }) {
  const id = useId();
  const { title, updated, parts } = TEXTS[text];
  return (
    <Dialog open onClose={onClose} aria-labelledby={id}>
      <DialogTitle id={id}>{title}</DialogTitle>
      {/* Longer than a window: by keyboard it is scrolled when it has the focus. */}
      <DialogContent tabIndex={0}>
        <Typography color="textSecondary">Last updated {updated}</Typography>
        {parts.map(([heading, words]) => (
          <section key={heading}>
            <Typography variant="h3" sx={{ mt: 2 }}>
              {heading}
            </Typography>
            <Typography>{words}</Typography>
          </section>
        ))}
      </DialogContent>
      <DialogActions>
        <Button variant="contained" onClick={onClose} autoFocus>
          Close
        </Button>
      </DialogActions>
    </Dialog>
  );
}
