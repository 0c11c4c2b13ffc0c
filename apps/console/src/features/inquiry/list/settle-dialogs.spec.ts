import { describe, expect, it } from '@jest/globals';
import { nextStep } from './settle-dialogs.js';

describe('A message that somebody settled while its dialog was open', () => {
  it('is answered all the same once it is open again', () => {
    expect(nextStep('answer', true)).toMatch(/To send it all the same, .* answer the message again/);
    expect(nextStep('answer', false)).toMatch(/To send it all the same, .* reopen the message/);
  });

  it('has nothing to send where it was to be closed', () => {
    expect(nextStep('close', true)).toMatch(/To close the message all the same, copy the reason/);
    expect(nextStep('close', false)).toMatch(/nothing left to close/);
    for (const isReopened of [true, false]) expect(nextStep('close', isReopened)).not.toContain('send');
  });
});
