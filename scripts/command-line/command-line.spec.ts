import { describe, expect, it } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { LOG_ENGINES } from '../../torture/src/planned-faults.js';
import { helpOf, readCommandLine, UsageError } from './command-line.mjs';
import develop from './develop.mjs';
import operate from './operate.mjs';

const commands = [...operate, ...develop];
const read = (line: string) => readCommandLine(commands, line.split(' ').filter(Boolean));

describe('The command line', () => {
  it.each([
    ['jobs retry check-file-7', 'jobs retry', { id: 'check-file-7' }],
    ['rebuild retry sent_mail_v1 mail-3', 'rebuild retry', { consumer: 'sent_mail_v1', stream: 'mail-3' }],
    ['log copy --from one --to two', 'log copy', { from: 'one', to: 'two' }],
    [
      'account create --login a@b.example --first-name Ana --last-name Ruiz --phone 1 --company 2 --group Ops --group QA',
      'account create',
      {
        login: 'a@b.example',
        firstName: 'Ana',
        lastName: 'Ruiz',
        phone: '1',
        company: 2,
        admin: false,
        group: ['Ops', 'QA'],
      },
    ],
    ['torture --seeds 3', 'torture', { seeds: 3, from: 1, seconds: 20, log: 'mixed', report: undefined }],
    ['bench --quick', 'bench', { quick: true, full: false, only: undefined }],
  ])('reads %s', (line, name, values) => {
    expect(read(line)).toEqual({ command: expect.objectContaining({ name }), values });
  });

  it.each([
    ['', 'Name a command.'],
    ['jbos', 'There is no command “jbos”.'],
    ['jobs', '“jobs” is not a whole command.'],
    ['jobs stop', 'There is no command “jobs stop”.'],
    ['jobs retry', '<id> is missing.'],
    ['jobs retry 7 8', '“8” is one argument too many.'],
    ['jobs failed --all', "Unknown option '--all'."],
    ['log copy --from a', '--to is missing.'],
    ['log copy --from a --to', "Option '--to <value>' argument missing."],
    ['torture --seeds many', '--seeds must be a whole number of at least 1.'],
    ['torture --seconds 7', '--seconds must be a whole number of at least 8.'],
    ['torture --log MySQL', '--log must be one of mixed, PostgreSQL, EventStoreDB, EventStoreDB-cluster.'],
  ])('refuses “%s”', (line, message) => {
    expect(() => read(line)).toThrow(new UsageError(message, []));
  });

  it('shows after a mistake the commands that may have been meant', () => {
    const meant = (line: string) => {
      try {
        return read(line);
      } catch (error) {
        return (error as { commands: { name: string }[] }).commands.map(({ name }) => name);
      }
    };
    expect(meant('jobs stop')).toEqual(['jobs failed', 'jobs retry']);
    expect(meant('jobs retry')).toEqual(['jobs retry']);
    expect(meant('jbos')).toEqual(commands.map(({ name }) => name));
  });

  it.each(['--help', 'help', '-h'])('explains all commands with %s', (line) => {
    const { help } = read(line) as { help: string };
    for (const { name, summary } of commands) {
      expect(help).toContain(`  ${name}`);
      expect(help).toContain(summary);
    }
  });

  it.each(commands.map(({ name }) => name))('explains %s, with all its options', (name) => {
    const command = commands.find((one) => one.name === name)!;
    expect(read(`${name} --help`)).toEqual({ help: helpOf([command]) });
    for (const option of Object.keys(command.options ?? {})) expect(helpOf([command])).toContain(`\n  --${option} `);
  });

  it('names every engine of the log that the torture supports', () => {
    expect(develop.find(({ name }) => name === 'torture')?.options?.log?.choices).toEqual(['mixed', ...LOG_ENGINES]);
  });

  it('prints a mistake with the usage on standard error, and ends with an error code', () => {
    const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/throughline.mjs', 'jobs', 'retry'], {
      encoding: 'utf8',
    });
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toBe('<id> is missing.\n\nUsage: throughline jobs retry <id>\n\nTries a failed job again.\n');
  });

  it('has what every script of package.json asks for', () => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
    const named = Object.values(scripts).flatMap((script) => script.split('throughline.mjs ')[1] ?? []);
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter((word) => !commands.some(({ name }) => name.split(' ')[0] === word))).toEqual([]);
  });
});
