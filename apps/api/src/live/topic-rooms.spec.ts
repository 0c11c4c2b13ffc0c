import { describe, expect, it } from '@jest/globals';
import type { FeedChange } from '@throughline/read-models';
import type { Admission } from './admission.js';
import { TopicRooms } from './topic-rooms.js';

const to = (topic: string, audience: readonly string[] | null): Admission => ({
  topic,
  audience,
  room: `${topic}@${audience?.join() ?? ''}`,
  screen: 'Referrals list, live',
});
let position = 0;
const change = (topic: string, audience: readonly string[] = []): FeedChange => {
  position += 1;
  return { position, topic, audience, key: String(position), row: {}, at: '', eventPosition: position };
};

const staff = to('referral-list', ['staff']);
const ana = to('referral-list', ['user:ana', 'company:12']);
const cai = to('referral-list', ['user:cai', 'company:26']);
const detail = to('referral:1', null);

function setUp() {
  const rooms = new TopicRooms();
  for (const [socket, admission] of Object.entries({ s: staff, a: ana, c: cai, d: detail })) {
    rooms.enter(admission, socket, `follow-${socket}`);
  }
  /** The keys of the changes that each room receives. */
  const received = (...changes: readonly FeedChange[]) =>
    Object.fromEntries(
      rooms.deliveries(changes).map(({ room, changes: theirs }) => [room.admission.room, theirs.map(({ key }) => key)]),
    );
  return { rooms, received };
}

describe('Rooms of a topic', () => {
  it('receive the changes for any of their audience, once and in order', () => {
    const { received } = setUp();
    const first = change('referral-list', ['staff', 'company:12', 'user:ana']);
    const second = change('referral-list', ['staff', 'company:26']);
    expect(received(first, second)).toEqual({
      [staff.room]: [first.key, second.key],
      [ana.room]: [first.key],
      [cai.room]: [second.key],
    });
  });

  it('receive all changes of a topic without an audience, and none of another', () => {
    const { received } = setUp();
    const one = change('referral:1');
    expect(received(one, change('referral:2'))).toEqual({ [detail.room]: [one.key] });
  });

  it('receive nothing once they are empty', () => {
    const { rooms, received } = setUp();
    rooms.enter(staff, 's2', 'follow-s2');
    rooms.leave(staff, 's');
    const one = change('referral-list', ['staff']);
    expect(received(one)).toEqual({ [staff.room]: [one.key] });
    rooms.leave(staff, 's2');
    expect(received(change('referral-list', ['staff']))).toEqual({});
  });

  it('add no cost to a batch that is not for them, however many there are', () => {
    const { rooms, received } = setUp();
    let reads = 0;
    const watched = (admission: Admission) =>
      new Proxy(admission, {
        get: (target, name) => {
          reads += 1;
          return Reflect.get(target, name) as unknown;
        },
      });
    for (let n = 0; n < 1_000; n++) {
      rooms.enter(watched(to(`referral:${n + 2}`, null)), `d${n}`, `follow-d${n}`);
      rooms.enter(watched(to('referral-list', [`user:${n}`, `company:${n + 100}`])), `l${n}`, `follow-l${n}`);
    }
    reads = 0;
    received(change('referral:1'), change('referral-list', ['staff', 'company:12']), change('task-queue', ['staff']));
    expect(reads).toBe(0);
    received(change('referral:2'));
    expect(reads).toBe(1); // the room's name, which this spec asks for
  });
});
