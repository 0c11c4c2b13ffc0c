import { describe, expect, it } from '@jest/globals';
import { fireDueDay, generateSubmissionPdf } from '@throughline/contracts';
import type { AnyJob, AnyProcessor } from './job-definition.js';
import { registerProcessors } from './job-registry.js';

const definitions: readonly AnyJob[] = [fireDueDay, generateSubmissionPdf];
const processorOf = (job: AnyJob): AnyProcessor => ({ job, process: () => Promise.resolve() });

describe('Job registry', () => {
  it('takes one processor a job', () => {
    expect([...registerProcessors(definitions, definitions.map(processorOf)).keys()]).toEqual([
      'fire-due-day',
      'generate-submission-pdf',
    ]);
  });

  it('refuses a job without a processor', () => {
    expect(() => registerProcessors(definitions, [processorOf(fireDueDay)])).toThrow(
      'generate-submission-pdf has no processor',
    );
  });

  it('refuses two processors of one job', () => {
    expect(() => registerProcessors(definitions, [...definitions, fireDueDay].map(processorOf))).toThrow(
      'fire-due-day has 2 processors',
    );
  });

  it('refuses a processor of a job that is not defined', () => {
    expect(() => registerProcessors([fireDueDay], definitions.map(processorOf))).toThrow('handled but not defined');
  });
});
