import { Injectable } from '@nestjs/common';
import type { FeedChange } from '@throughline/read-models';
import type { Admission } from './admission.js';

/** The sockets that receive the same changes of a topic. */
export interface Room {
  readonly admission: Admission;
  /** By id of the socket, its `follow_id` in the access log. */
  readonly members: Map<string, string>;
}

/** The changes of a batch that a room receives, in the order of the feed. */
export interface Delivery {
  readonly room: Room;
  readonly changes: readonly FeedChange[];
}

/** Rooms, indexed by the topic and audience of a change: the cost of a batch depends only on the rooms that receive it. */
@Injectable()
export class TopicRooms {
  private readonly rooms = new Map<string, Room>();
  /** Keyed by the topic if the room receives all of its changes, otherwise by the topic with each member of the room's audience. */
  private readonly subscriptions = new Map<string, Set<Room>>();

  enter(admission: Admission, socketId: string, followId: string): void {
    const room = this.rooms.get(admission.room) ?? this.open(admission);
    room.members.set(socketId, followId);
  }

  leave(admission: Admission, socketId: string): void {
    const room = this.rooms.get(admission.room);
    room?.members.delete(socketId);
    if (room?.members.size === 0) this.close(room);
  }

  deliveries(changes: readonly FeedChange[]): readonly Delivery[] {
    const byRoom = new Map<Room, FeedChange[]>();
    for (const change of changes) {
      for (const room of this.roomsFor(change)) {
        const received = byRoom.get(room);
        if (received) received.push(change);
        else byRoom.set(room, [change]);
      }
    }
    return [...byRoom].map(([room, received]) => ({ room, changes: received }));
  }

  /** Each room once, even if a change is for two of its audience. */
  private roomsFor({ topic, audience }: FeedChange): Iterable<Room> {
    const keys = [topic, ...audience.map((one) => keyOf(topic, one))];
    return new Set(keys.flatMap((key) => [...(this.subscriptions.get(key) ?? [])]));
  }

  private open(admission: Admission): Room {
    const room: Room = { admission, members: new Map() };
    this.rooms.set(admission.room, room);
    for (const key of keysOf(admission))
      this.subscriptions.set(key, (this.subscriptions.get(key) ?? new Set()).add(room));
    return room;
  }

  private close(room: Room): void {
    this.rooms.delete(room.admission.room);
    for (const key of keysOf(room.admission)) {
      const rooms = this.subscriptions.get(key);
      rooms?.delete(room);
      if (rooms?.size === 0) this.subscriptions.delete(key);
    }
  }
}

const keyOf = (topic: string, audience: string): string => `${topic}@${audience}`;

const keysOf = ({ topic, audience }: Admission): readonly string[] =>
  audience === null ? [topic] : audience.map((one) => keyOf(topic, one));
