import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Mail, MailTransport } from './mail-transport.js';

export interface MailUnderTest {
  readonly transport: MailTransport;
  /** The mails that arrived for an address, oldest first, as its reader sees them. */
  received(to: string): Promise<readonly (Mail & { readonly from: string })[]>;
}

export const FROM = 'referrals@portal.example';

const mail = (to: string, more: Partial<Mail> = {}): Mail => ({
  to,
  subject: 'Your referral',
  text: 'It was received.',
  messageId: `referral-mail.263254123071844@${to}.portal.example`,
  ...more,
});

/** The promises of every mail transport. */
export function mailTransportContract(engine: string, open: () => Promise<MailUnderTest>): void {
  describe(`Mail through ${engine}`, () => {
    let under: MailUnderTest;
    beforeAll(async () => {
      under = await open();
    });

    it('arrives as it was written, once', async () => {
      const sent = mail('ana@plan.example', {
        text: `Línea uno: ${'a long line '.repeat(20)}\n\nhttp://localhost:3000/activate/Zx-_9=3D?a=b&c=d\n.\n测试 አማርኛ`,
        subject: 'Référence – 263254123071844',
      });
      await under.transport.send(sent);
      expect(await under.received('ana@plan.example')).toEqual([{ ...sent, from: FROM }]);
    });

    it('goes to one address and gets no header, whatever is written in it', async () => {
      await under.transport.send(mail('kwame@plan.example', { subject: 'One\r\nBcc: eve@plan.example' }));
      await under.transport.send(mail('one@plan.example,eve@plan.example')).catch(() => undefined);
      expect(await under.received('kwame@plan.example')).toHaveLength(1);
      expect(await under.received('eve@plan.example')).toEqual([]);
    });

    it.each(['r&d@plan.example', 'ana@bücher.example', 'josé@plan.example', 'анна@почта.рф'])(
      'goes to an address of any script: %s',
      async (to) => {
        const sent = { ...mail(to), messageId: 'any-script@portal.example' };
        await under.transport.send(sent);
        expect(await under.received(to)).toEqual([{ ...sent, from: FROM }]);
      },
    );

    it('has the same Message-ID when it is sent twice', async () => {
      const sent = mail('twice@plan.example');
      await under.transport.send(sent);
      await under.transport.send(sent);
      const ids = (await under.received('twice@plan.example')).map(({ messageId }) => messageId);
      expect(ids).toEqual([sent.messageId, sent.messageId]);
    });
  });
}
