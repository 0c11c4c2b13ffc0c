/** What a health plan gives its members once each; who is a member of it is imported (ordering specification, section 4, Eligibility). */
export const REWARD_PROGRAMMES = ['diaper', 'pregnancy'] as const;
export type RewardProgramme = (typeof REWARD_PROGRAMMES)[number];
