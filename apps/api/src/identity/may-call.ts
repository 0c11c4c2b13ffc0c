import { Reflector } from '@nestjs/core';
import type { Actor } from '@throughline/domain';

/** Who may call a route, by one of the domain's predicates. A route that says nothing is for everybody who is signed in. */
export const MayCall = Reflector.createDecorator<(actor: Actor) => boolean>();

export const anyone = (): boolean => true;
export const signedIn = (actor: Actor): boolean => actor.role !== 'anonymous';

/** The route's body has a `userId` that is not meant to be the caller's own (who a task is given to). */
export const UserIdIsAnothers = Reflector.createDecorator<true>();
