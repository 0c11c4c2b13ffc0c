import { describe, it } from '@jest/globals';
import { given } from '../kernel/given.testing.js';
import { type InquiryCommand, inquiryDecider } from './inquiry.decider.js';
import type { InquiryEvent, InquiryReceived } from './inquiry.events.js';

const inquiryId = '1';
const by = { userId: 'u-dana', name: 'Dana Whitfield' };
const at = '2026-11-27T15:00:00.000Z';
const typed: InquiryReceived['data'] = {
  inquiryId,
  source: 'help',
  type: 'Assistance',
  lastName: 'Ruiz',
  firstName: 'Ana',
  email: 'ana@plan.example',
  canBeMailed: true,
  subject: null,
  text: 'Where is it?',
  receivedAt: at,
  dueAt: '2026-12-02T06:00:00.000Z',
};
const answer = { inquiryId, text: 'On the way.', answerToken: 't', by, answeredAt: at };
const mail = { inquiryId, messageId: 'm@portal.example', sentAt: at };
const close = { inquiryId, reason: 'Called back', by, closedAt: at };
const reopen = { inquiryId, by, reopenedAt: at };

const received: InquiryEvent = { type: 'InquiryReceived', data: typed };
const announced: InquiryEvent = { type: 'InquiryAnnounced', data: mail };
const answered: InquiryEvent = { type: 'InquiryAnswered', data: answer };
const mailed: InquiryEvent = { type: 'InquiryAnswerMailed', data: mail };
const closed: InquiryEvent = { type: 'InquiryClosed', data: close };
const reopened: InquiryEvent = { type: 'InquiryReopened', data: reopen };

const receive: InquiryCommand = { type: 'ReceiveInquiry', data: typed };
const announce: InquiryCommand = { type: 'RecordInquiryAnnounced', data: mail };
const reply: InquiryCommand = { type: 'AnswerInquiry', data: answer };
const recordMailed: InquiryCommand = { type: 'RecordAnswerMailed', data: { ...mail, answerToken: 't' } };
const end: InquiryCommand = { type: 'CloseInquiry', data: close };
const again: InquiryCommand = { type: 'ReopenInquiry', data: { ...reopen, seen: { settledAt: at } } };

const after = (...events: InquiryEvent[]) => given(inquiryDecider, events);

describe('An inquiry', () => {
  it('is received once under its id', () => {
    after().when(receive).then([received]);
    after(received).when(receive).thenRejected('inquiry/taken');
  });

  it('is announced once', () => {
    after(received).when(announce).then([announced]);
    after(received, announced).when(announce).thenNothing();
  });

  it('is answered or closed once, whoever is faster', () => {
    after(received).when(reply).then([answered]);
    after(received).when(end).then([closed]);
    for (const settled of [answered, closed])
      for (const command of [reply, end]) after(received, settled).when(command).thenRejected('inquiry/not-open');
    for (const command of [reply, end, again]) after().when(command).thenRejected('inquiry/not-found');
  });

  it('is not answered by mail where its address takes none, but can be closed', () => {
    const withoutAddress: InquiryEvent = { type: 'InquiryReceived', data: { ...typed, canBeMailed: false } };
    after(withoutAddress).when(reply).thenRejected('inquiry/no-address');
    after(withoutAddress).when(end).then([closed]);
  });

  it('has each answer mailed once', () => {
    after(received, answered).when(recordMailed).then([mailed]);
    after(received, answered, mailed).when(recordMailed).thenNothing();
    after(received, answered, mailed, reopened, answered).when(recordMailed).then([mailed]);
    after(received).when(recordMailed).thenNothing();
    const another: InquiryEvent = { type: 'InquiryAnswered', data: { ...answer, answerToken: 'another' } };
    after(received, answered, reopened, another).when(recordMailed).thenNothing();
  });

  it('can be opened again', () => {
    after(received, closed).when(again).then([reopened]);
    after(received).when(again).thenRejected('inquiry/not-settled');
    after(received, closed, reopened).when(again).thenRejected('inquiry/not-settled');
    after(received, closed, reopened).when(reply).then([answered]);
  });

  it('is not opened again by somebody who saw an earlier answer or closing', () => {
    const later = '2026-11-27T16:00:00.000Z';
    const closedAgain: InquiryEvent = { type: 'InquiryClosed', data: { ...close, closedAt: later } };
    after(received, closed, reopened, closedAgain).when(again).thenRejected('inquiry/settled-again');
    after(received, answered, reopened, closedAgain).when(again).thenRejected('inquiry/settled-again');
    const { data } = again as { readonly data: object };
    const seen = { settledAt: later };
    after(received, closed, reopened, closedAgain)
      .when({ type: 'ReopenInquiry', data: { ...data, seen } } as InquiryCommand)
      .then([reopened]);
  });
});
