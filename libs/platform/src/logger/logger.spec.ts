import { describe, expect, it } from '@jest/globals';
import { createLogger, type Logger } from './logger.js';

function logged(write: (log: Logger) => unknown): { lines: Record<string, unknown>[]; text: string } {
  const lines: string[] = [];
  write(createLogger('api', { logLevel: 'info' }, { write: (line: string) => void lines.push(line) }));
  return { lines: lines.map((line) => JSON.parse(line) as Record<string, unknown>), text: lines.join('') };
}

describe('Logger', () => {
  it('writes one line of JSON a message', () => {
    const { lines } = logged((log) => {
      log.info({ route: '/api/referrals/:id', status: 200 }, 'request');
      log.debug('too fine');
    });
    expect(lines).toMatchObject([
      { level: 'info', app: 'api', msg: 'request', route: '/api/referrals/:id', status: 200 },
    ]);
  });

  it('drops bodies, headers, addresses and names wherever they stand', () => {
    const { text } = logged((log) => {
      log.info({
        req: { method: 'POST', url: '/users?email=x', headers: { Authorization: 'Bearer abc' } },
        body: { a: 'Jane' },
      });
      log
        .child({ job: 'j' })
        .child({ email: 'jane@example.org' })
        .info({ deep: [{ firstName: 'Jane', task: 'kept' }] });
    });
    expect(text).not.toMatch(/Jane|jane|Bearer|users/);
    expect(text).toMatch(/POST.*"job":"j".*kept/s);
  });

  it('keeps what locates the fault of an error, and none of the values that it quotes', () => {
    const cause = new TypeError('bad');
    const error = Object.assign(new Error('invalid input "Jane Doe" for jane@example.org, 555-123-4567', { cause }), {
      code: '22P02',
      detail: 'Key (email)=(jane@example.org)',
    });
    const { lines, text } = logged((log) => {
      log.error(error);
      log.error({ err: error });
    });
    expect(text).not.toMatch(/Jane|jane|4567/);
    expect(lines.map(({ err }) => err)).toEqual(
      Array(2).fill(expect.objectContaining({ type: 'Error', code: '22P02' })),
    );
    expect(text).toMatch(/logger\.spec\.ts.*TypeError/s);
  });

  it('omits the text that JSON.parse could not read', () => {
    const { text } = logged((log) => {
      try {
        JSON.parse('{"member": Jane}');
      } catch (error) {
        log.warn({ err: error }, 'bad shape');
      }
    });
    expect(text).not.toContain('Jane');
  });

  it('masks numbers of people and query strings, not ids or times', () => {
    const { lines } = logged((log) =>
      log.info({ a: 'call 5551234567', b: 'GET /look-up?id=1 done', c: '202632516443123', d: '2026-11-21T04:44:13Z' }),
    );
    expect(lines).toMatchObject([
      { a: 'call …', b: 'GET /look-up done', c: '202632516443123', d: '2026-11-21T04:44:13Z' },
    ]);
  });
});
