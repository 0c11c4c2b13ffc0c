import { describe, expect, it } from '@jest/globals';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { LogProof as State, LogProofs } from '@throughline/contracts';
import { createElement, Fragment } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { LogProofLine, LogProofWarning } from './log-proof.js';

const both = createElement(Fragment, null, createElement(LogProofWarning), createElement(LogProofLine));

/** The words that are shown for an answer; `alert` if they warn. */
function shown(data?: Partial<State>, accessLog: Partial<State> = {}, readModels: LogProofs['readModels'] = null) {
  const client = new QueryClient();
  const sound: State = {
    checkpoint: null,
    unsignedSince: null,
    isLate: false,
    refusal: null,
    witnesses: [],
    altered: null,
  };
  if (data)
    client.setQueryData(['log-proof'], {
      events: { ...sound, ...data },
      accessLog: { ...sound, ...accessLog },
      readModels,
    });
  const html = renderToStaticMarkup(createElement(QueryClientProvider, { client }, both));
  const text = html.replaceAll(/<style.*?<\/style>|<[^>]+>/g, '').replaceAll(/\s+/g, ' ');
  return { alert: html.includes('role="alert"'), text };
}

const checkpoint = { origin: 'portal.example/log', size: 12_345, root: '', signedAt: '2026-03-03T09:00:00.000Z' };

describe('The proof of the log', () => {
  it('says how many events are signed and since when, and does not warn', () => {
    const { alert, text } = shown({ checkpoint, unsignedSince: '2026-03-03T09:00:10.000Z' });
    expect(alert).toBe(false);
    expect(text).toContain('12,345 events are signed; the last checkpoint is of');
    expect(text).not.toContain('has none');
  });

  it('warns when new events stay without a checkpoint', () => {
    const { alert, text } = shown({ checkpoint, isLate: true, unsignedSince: '2026-03-03T09:00:10.000Z' });
    expect(alert).toBe(true);
    expect(text).toMatch(/^New events are not signed\. 12,345 events are signed; .* has none\. Please tell/);
    expect(shown({ isLate: true, unsignedSince: '2026-03-03T09:00:10.000Z' }).text).toContain(
      'There is no checkpoint.',
    );
  });

  it('says why nothing is signed any more', () => {
    const refusal = 'The log does not have event 2 of jar-1 at position 7 as it was signed.';
    const { alert, text } = shown({ checkpoint, refusal });
    expect(alert).toBe(true);
    expect(text).toContain(`No events are signed any more. ${refusal} 12,345 events`);
  });

  it('is shown of both logs, and warns of the one that is late', () => {
    const viewings = { ...checkpoint, size: 678, origin: 'portal.example/access-log' };
    expect(shown({ checkpoint }, { checkpoint: viewings }).text).toMatch(
      /^12,345 events are signed; .*\. 678 viewings are signed; the last checkpoint is of .*\.$/,
    );
    const { alert, text } = shown({ checkpoint }, { checkpoint: viewings, isLate: true });
    expect(alert).toBe(true);
    expect(text).toMatch(/^New viewings are not signed\. 678 viewings are signed.*12,345 events are signed/);
    expect(text.match(/678/g)).toHaveLength(1);
  });

  it('says what a witness has cosigned, and warns of one that cosigns nothing any more', () => {
    const failure = { since: '2026-03-03T09:00:30.000Z', words: 'It cannot be asked: no answer.', isAlarm: false };
    const witness = { name: 'witness.example', cosigned: checkpoint, failure: null, isLate: false };
    expect(shown({ checkpoint, witnesses: [witness] })).toEqual({
      alert: false,
      text: expect.stringMatching(/checkpoint is of .*\. witness\.example has cosigned 12,345 of them\.$/),
    });
    // For some minutes it is only said to have cosigned fewer.
    const fewer = { ...witness, cosigned: { ...checkpoint, size: 9 }, failure };
    expect(shown({ checkpoint, witnesses: [fewer] })).toEqual({
      alert: false,
      text: expect.stringContaining('has cosigned 9 of them'),
    });
    expect(shown({ checkpoint, witnesses: [{ ...fewer, isLate: true }] })).toEqual({
      alert: true,
      text: expect.stringMatching(
        /^The witness witness\.example has cosigned 9 events, and nothing after them since .*\. It cannot be asked: no answer\. Please tell/,
      ),
    });
    expect(shown({ checkpoint, witnesses: [{ ...witness, cosigned: null, isLate: true, failure }] }).text).toContain(
      'has cosigned no events since',
    );
  });

  it('says what a sample has found altered', () => {
    const altered = { since: '2026-03-03T09:00:30.000Z', words: 'The log does not have event 2.' };
    expect(shown({ checkpoint, altered })).toEqual({
      alert: true,
      text: expect.stringMatching(
        /^Something was altered: not all events are as they were signed\. The log does not have event 2\. Found at .*\. Please tell.*12,345 events are signed/,
      ),
    });
  });

  it('says which read models are not as the log makes them', () => {
    const readModels = {
      since: '2026-03-03T09:00:30.000Z',
      words: 'Not as the log makes them: 1 row of referral-list.',
    };
    expect(shown({ checkpoint }, {}, readModels)).toEqual({
      alert: true,
      text: expect.stringMatching(
        /^Something was altered: .* 1 row of referral-list\. .* Found at .*“Read models in doubt”\.12,345 events are signed/,
      ),
    });
  });

  it('is not there before it is known, nor in a new log', () => {
    expect(shown().text).toBe('');
    expect(shown({}).text).toBe('');
  });
});
