import { Injectable } from '@nestjs/common';

/** The part of an engine.io connection that counting needs. */
export interface Connection {
  close(): void;
  once(event: 'close', listener: () => void): unknown;
}

/** Enough for a company behind one address. */
export const MAX_ANONYMOUS_PER_ADDRESS = 500;
/** More tabs than anybody has open. */
export const MAX_PER_PERSON = 100;

/**
 * The open connections of each address and, after they have presented a valid token, of each person. Above the limit the oldest is closed.
 * New ones cannot be refused instead: a connection presents its token only after it has connected, so idle connections would keep out
 * everybody else behind their address.
 */
@Injectable()
export class LiveConnections {
  private readonly open = new Map<Connection, { readonly ofAddress: string; readonly owner: string | null }>();
  /** In the order of arrival. */
  private readonly byOwner = new Map<string, Set<Connection>>();

  add(connection: Connection, place: string): void {
    this.open.set(connection, { ofAddress: `address ${place}`, owner: null });
    this.identify(connection, null);
    connection.once('close', () => this.remove(connection));
  }

  /** `userId` is null for a connection that has become anonymous again. */
  identify(connection: Connection, userId: string | null): void {
    const ofAddress = this.open.get(connection)?.ofAddress;
    if (ofAddress === undefined) return;
    if (userId === null) this.assign(connection, { ofAddress, owner: ofAddress }, MAX_ANONYMOUS_PER_ADDRESS);
    else this.assign(connection, { ofAddress, owner: `person ${userId}` }, MAX_PER_PERSON);
  }

  private assign(
    connection: Connection,
    to: { readonly ofAddress: string; readonly owner: string },
    limit: number,
  ): void {
    const { owner } = to;
    if (this.open.get(connection)?.owner === owner) return;
    this.remove(connection);
    const theirs = this.byOwner.get(owner) ?? new Set();
    this.byOwner.set(owner, theirs.add(connection));
    this.open.set(connection, to);
    const [oldest] = theirs;
    if (oldest === undefined || theirs.size <= limit) return;
    this.remove(oldest);
    oldest.close();
  }

  private remove(connection: Connection): void {
    const owner = this.open.get(connection)?.owner ?? '';
    const theirs = this.byOwner.get(owner);
    this.open.delete(connection);
    theirs?.delete(connection);
    if (theirs?.size === 0) this.byOwner.delete(owner);
  }
}
