import type { Decider, DomainEvent } from '@throughline/domain';
import { handleCommand } from '@throughline/event-store';
import type { CommandContext } from '../idempotency/command-context.js';
import type { Engines } from './engines.js';

/**
 * Lets the domain decide over one stream and appends what it decided. Answers with the position to read from: of the
 * events, or, where there was nothing to do, of the log's head, since what made it so may not be in the read models yet.
 */
export async function carryOut<State, Command, Event extends DomainEvent>(
  { store }: Pick<Engines, 'store'>,
  decider: Decider<State, Command, Event>,
  id: string,
  command: Command,
  context: Pick<CommandContext, 'commandId' | 'actor' | 'at' | 'correlationId'>,
): Promise<number> {
  const { commandId, actor, at, correlationId } = context;
  const { position } = await handleCommand(store, {
    decider,
    id,
    command,
    context: { commandId, actor, at, correlationId, causationId: null },
  });
  return position ?? (await store.head());
}
