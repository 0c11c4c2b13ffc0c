import { describe, expect, it } from '@jest/globals';
import { inquiry } from '@throughline/contracts';
import { type InquiryCommand, inquiryDecider, type InquiryReceived } from '@throughline/domain';
import { project } from '../testing/project.js';
import { SAM, Story } from '../testing/story.js';
import { inquiryProjection } from './inquiry.js';

const typed: InquiryReceived['data'] = {
  inquiryId: '7',
  source: 'help',
  type: 'Other',
  lastName: 'Ruiz',
  firstName: 'Ana',
  email: 'ana@plan.example',
  canBeMailed: true,
  subject: null,
  text: 'Where is it?',
  receivedAt: '2026-11-21T12:00:00.000Z',
  dueAt: '2026-11-25T06:00:00.000Z',
};
const mail = { inquiryId: '7', messageId: 'm', sentAt: '2026-11-21T12:01:00.000Z' };
const answeredAt = '2026-11-21T13:00:00.000Z';

function rowAfter(...commands: readonly InquiryCommand[]) {
  const story = new Story();
  const receive: InquiryCommand = { type: 'ReceiveInquiry', data: typed };
  for (const command of [receive, ...commands]) story.execute(inquiryDecider, '7', command);
  const { rows, feed } = project(inquiryProjection, story.events);
  return { ...rows.get('7')!, feed };
}

const announce: InquiryCommand = { type: 'RecordInquiryAnnounced', data: mail };
const answer: InquiryCommand = {
  type: 'AnswerInquiry',
  data: { inquiryId: '7', text: 'On the way.', answerToken: 'secret', by: SAM, answeredAt },
};
const recordMailed: InquiryCommand = { type: 'RecordAnswerMailed', data: { ...mail, answerToken: 'secret' } };
const close: InquiryCommand = {
  type: 'CloseInquiry',
  data: { inquiryId: '7', reason: 'Called', by: SAM, closedAt: answeredAt },
};
const reopen: InquiryCommand = {
  type: 'ReopenInquiry',
  data: { inquiryId: '7', by: SAM, reopenedAt: answeredAt, seen: { settledAt: answeredAt } },
};

describe('Messages', () => {
  it('are open until they are answered or closed, and again when reopened', () => {
    expect(rowAfter()).toMatchObject({ status: 'open', settled_at: null, mail_due: 'received' });
    expect(rowAfter(answer)).toMatchObject({
      status: 'answered',
      settled_at: answeredAt,
      inquiry: { answer: { text: 'On the way.', by: 'Sam Oduya', at: answeredAt, isMailed: false } },
    });
    expect(rowAfter(close).inquiry).toMatchObject({ status: 'closed', closed: { text: 'Called' } });
    expect(rowAfter(close, reopen)).toMatchObject({ status: 'open', settled_at: null, inquiry: { closed: null } });
    const { reopened } = rowAfter(close, reopen).inquiry;
    expect(reopened).toEqual({
      by: 'Sam Oduya',
      at: answeredAt,
      closed: { text: 'Called', by: 'Sam Oduya', at: answeredAt },
    });
    expect(rowAfter(answer, reopen).inquiry.reopened?.closed).toBeNull();
  });

  it('say which mail is still to be sent', () => {
    expect(rowAfter(announce).mail_due).toBeNull();
    expect(rowAfter(announce, answer).mail_due).toBe('answered');
    expect(rowAfter(announce, answer, recordMailed).mail_due).toBeNull();
  });

  it('are listed as stated, without the token of the link, and announced live without a word of theirs', () => {
    const { inquiry: row, feed } = rowAfter(announce, answer);
    expect(inquiry.strict().parse(row)).toEqual(row);
    expect(JSON.stringify(row)).not.toContain('secret');
    expect(feed.at(-1)).toEqual({
      topic: 'inquiries',
      key: '7',
      audience: ['staff'],
      row: { inquiryId: '7', status: 'answered', settledAt: answeredAt },
    });
  });
});
