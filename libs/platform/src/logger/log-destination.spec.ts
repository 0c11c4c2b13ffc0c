import { describe, expect, it } from '@jest/globals';
import { LogDestination } from './log-destination.js';

/** A disk with a limited number of free bytes, and its content. */
class Disk {
  content = '';
  constructor(public room: number) {}

  readonly write = (bytes: Uint8Array): number => {
    if (this.room === 0) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
    const taken = bytes.subarray(0, this.room);
    this.room -= taken.length;
    this.content += Buffer.from(taken).toString();
    return taken.length;
  };
}

const droppedLine = (count: number) => `${count} log lines were dropped`;

describe('A log', () => {
  it('on a full disk drops lines, and counts them when there is space again', () => {
    const disk = new Disk(6);
    const log = new LogDestination(droppedLine, disk.write);
    for (const line of ['one\n', 'two\n', 'three\n', 'four\n']) log.write(line);
    disk.room = 1_000;
    log.write('five\n');
    log.write('six\n');
    expect(disk.content).toBe('one\ntw\n3 log lines were dropped\nfive\nsix\n');
  });

  it('counts a line for which there is no space beside the count', () => {
    const disk = new Disk(0);
    const log = new LogDestination(droppedLine, disk.write);
    log.write('one\n');
    disk.room = droppedLine(1).length + 1;
    log.write('two\n');
    disk.room = 1_000;
    log.write('three\n');
    expect(disk.content).toBe(`${droppedLine(1)}\n${droppedLine(1)}\nthree\n`);
  });

  it('waits for a reader that is behind, and not for ever', () => {
    let behind = 3;
    let content = '';
    const log = new LogDestination(droppedLine, (bytes) => {
      if (behind-- > 0) throw Object.assign(new Error('try again'), { code: 'EAGAIN' });
      content += Buffer.from(bytes).toString();
      return bytes.length;
    });
    log.write('one\n');
    expect(content).toBe('one\n');
    behind = 1_000;
    log.write('two\n');
    behind = 0;
    log.write('three\n');
    expect(content).toBe(`one\n${droppedLine(1)}\nthree\n`);
  });
});
