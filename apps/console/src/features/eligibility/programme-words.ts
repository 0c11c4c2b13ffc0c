import type { RewardProgramme } from '@throughline/domain';

/** What people call a programme. */
export const PROGRAMME_WORDS: Readonly<Record<RewardProgramme, string>> = {
  diaper: 'Baby diapers',
  pregnancy: 'Pregnancy rewards',
};
