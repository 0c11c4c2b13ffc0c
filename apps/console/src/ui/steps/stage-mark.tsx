import { icon } from '../icons/icons.js';

const LAST_STEP = 5;

/**
 * How far a referral is, by its step: a ring in which a disc grows, and at the last step a check mark. It has the colour of the words beside
 * it, which say the same.
 */
export const STAGE_MARKS = [0, 1, 2, 3, 4, LAST_STEP].map((step) =>
  icon(
    <>
      <circle cx="12" cy="12" r="10.5" />
      {step === LAST_STEP ? (
        <path d="m7.5 12.5 3 3 6-6.5" strokeWidth="3" />
      ) : (
        // A line as thick as its circle is wide fills the disc, clockwise from the top.
        <circle
          cx="12"
          cy="12"
          r="4"
          strokeWidth="8"
          strokeLinecap="butt"
          pathLength={LAST_STEP}
          strokeDasharray={`${step} ${LAST_STEP}`}
          transform="rotate(-90 12 12)"
        />
      )}
    </>,
  ),
);
