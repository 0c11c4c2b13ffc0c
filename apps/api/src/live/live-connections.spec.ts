import { EventEmitter } from 'node:events';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { LiveConnections, MAX_ANONYMOUS_PER_ADDRESS, MAX_PER_PERSON } from './live-connections.js';

class FakeConnection extends EventEmitter {
  isClosed = false;
  close(): void {
    this.isClosed = true;
    this.emit('close');
  }
}

describe('Live connections', () => {
  let connections: LiveConnections;
  beforeEach(() => {
    connections = new LiveConnections();
  });

  function open(place: string, count = 1): FakeConnection[] {
    return Array.from({ length: count }, () => {
      const connection = new FakeConnection();
      connections.add(connection, place);
      return connection;
    });
  }
  const closed = (some: readonly FakeConnection[]) => some.filter(({ isClosed }) => isClosed).length;

  it('of a person are not closed for anonymous ones of their address, which give way to newer ones', () => {
    const [signedIn] = open('10.0.0.1') as [FakeConnection];
    connections.identify(signedIn, 'u-1');
    const idle = open('10.0.0.1', MAX_ANONYMOUS_PER_ADDRESS);
    const elsewhere = open('10.0.0.2');
    expect(closed([...idle, ...elsewhere])).toBe(0);
    const [another] = open('10.0.0.1') as [FakeConnection];
    expect([closed(idle), idle[0]?.isClosed]).toEqual([1, true]);
    connections.identify(another, 'u-2');
    expect(closed([...open('10.0.0.1'), signedIn, another, ...elsewhere, ...idle])).toBe(1);
  });

  it('of one person are limited at all addresses together', () => {
    const theirs = [...open('10.0.0.1', MAX_PER_PERSON / 2), ...open('10.0.0.2', MAX_PER_PERSON / 2 + 1)];
    for (const connection of theirs) connections.identify(connection, 'u-1');
    for (const connection of theirs) connections.identify(connection, 'u-1');
    expect([closed(theirs), theirs[0]?.isClosed]).toEqual([1, true]);
  });

  it('that have closed or are anonymous again are counted so', () => {
    const idle = open('10.0.0.1', MAX_ANONYMOUS_PER_ADDRESS);
    idle.at(-1)?.close();
    const [signedOut] = open('10.0.0.1') as [FakeConnection];
    connections.identify(signedOut, 'u-1');
    connections.identify(signedOut, null);
    connections.identify(idle.at(-1)!, null);
    expect(closed(idle)).toBe(1);
    open('10.0.0.1');
    expect(closed(idle)).toBe(2);
  });
});
