import { describe, expect, it } from '@jest/globals';
import { nextTasksByStep } from './next-tasks.js';

describe('Next tasks', () => {
  it('are all others of the catalogue, by step', () => {
    const offered = nextTasksByStep('Shipped');
    expect(offered.map(({ step }) => step)).toEqual([
      'Create Patient',
      'Patient Contact',
      'Documentation',
      'Preparing to Ship',
      'Delivered',
    ]);
    expect(offered.flatMap(({ tasks }) => tasks)).not.toContain('Shipped');
  });
});
