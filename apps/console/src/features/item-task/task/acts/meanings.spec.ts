import { describe, expect, it } from '@jest/globals';
import {
  DEPARTMENTS,
  QUEUE_STEPS,
  RECERT_STEPS,
  REFERRAL_STATUSES,
  SUB_DEPARTMENTS,
  TASK_NAMES,
  TASK_STATUSES,
} from '@throughline/domain';
import english from '../../../../../texts/en/meanings.json' with { type: 'json' };
import spanish from '../../../../../texts/es/meanings.json' with { type: 'json' };
import { ACTION_LABELS, END_LABELS } from './available-actions.js';
import { meaningIn, meaningOf } from '../../../../ui/words/explained.js';

describe('The meanings of words', () => {
  const words = [
    ...TASK_NAMES,
    ...QUEUE_STEPS,
    ...RECERT_STEPS,
    ...DEPARTMENTS,
    ...SUB_DEPARTMENTS,
    ...TASK_STATUSES,
    ...REFERRAL_STATUSES,
    ...Object.values(ACTION_LABELS),
    ...Object.values(END_LABELS),
    'HCPCS',
  ];

  it('are known of every task, step, department, status and act of a task, in both languages', () => {
    expect(words.filter((word) => meaningOf(word) === null)).toEqual([]);
    expect(Object.keys(spanish)).toEqual(Object.keys(english));
  });

  it('are of nothing else, and each is a sentence', () => {
    const used = new Set(words.map(meaningOf));
    expect(Object.keys(english).filter((key) => !used.has(key as keyof typeof english))).toEqual([]);
    for (const sentence of [...Object.values(english), ...Object.values(spanish)])
      expect(sentence).toMatch(/^\p{Lu}.+\.$/u);
  });

  it('are not of any other word', () => {
    expect([meaningOf('Underpads'), meaningOf('toString'), meaningOf('')]).toEqual([null, null, null]);
    expect(meaningIn('en', 'Underpads')).toBe('');
  });
});
