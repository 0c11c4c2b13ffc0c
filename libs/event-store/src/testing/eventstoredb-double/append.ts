import shared from '@eventstore/db-client/generated/shared_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import type { sendUnaryData, ServerReadableStream } from '@grpc/grpc-js';
import { connectionDropped, invalid, streamDeleted, timedOut, tooLarge } from './double-errors.js';
import type { AppendAnswer, DoubleExpected, ProposedEvent } from './double-log.js';
import type { Faults } from './faults.js';

export type AppendCall = ServerReadableStream<streams.AppendReq, streams.AppendResp>;

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Where an append is written to: a log, or the log of a node that needs the agreement of others. */
export interface AppendsTo {
  readonly appendLimit: number;
  append(
    stream: string,
    expected: DoubleExpected,
    events: readonly ProposedEvent[],
  ): AppendAnswer | Promise<AppendAnswer>;
}

/** One append: its options, then its events. It is executed when the client has sent all of it. */
export async function answerAppend(
  call: AppendCall,
  answer: sendUnaryData<streams.AppendResp>,
  log: AppendsTo,
  faults: Faults,
): Promise<void> {
  let options: streams.AppendReq.Options | undefined;
  const events: ProposedEvent[] = [];
  for await (const part of call as AsyncIterable<streams.AppendReq>) {
    options ??= part.getOptions();
    const message = part.getProposedMessage();
    if (message) events.push(proposed(message));
  }
  faults.appends++;
  await faults.pass();
  // If the client disconnects before it has sent everything, nothing is appended.
  if (call.cancelled || !options) return;
  if (!events.every(({ id }) => UUID.test(id))) return answer(invalid('Could not parse the id'));

  const stream = Buffer.from(options.getStreamIdentifier()!.getStreamName_asU8()).toString();
  const expected = expectedOf(options);
  const written = await log.append(stream, expected, events);
  if (faults.losesThisAnswer()) return answer(connectionDropped());
  if (written.kind === 'tombstoned') return answer(streamDeleted(stream));
  if (written.kind === 'too-large') return answer(tooLarge(log.appendLimit));
  if (written.kind === 'timed-out') return answer(timedOut(written.why));
  answer(null, responseOf(written, expected));
}

function proposed(message: streams.AppendReq.ProposedMessage): ProposedEvent {
  return {
    id: message.getId()!.getString().toLowerCase(),
    type: message.getMetadataMap().get('type') ?? '',
    contentType: message.getMetadataMap().get('content-type') ?? '',
    data: message.getData_asU8(),
    metadata: message.getCustomMetadata_asU8(),
  };
}

export function expectedOf(options: streams.AppendReq.Options | streams.DeleteReq.Options): DoubleExpected {
  if (options.hasRevision()) return Number(options.getRevision());
  return options.hasNoStream() ? 'no-stream' : 'any';
}

function responseOf(
  written: Extract<AppendAnswer, { readonly kind: 'written' | 'wrong-revision' }>,
  expected: DoubleExpected,
): streams.AppendResp {
  if (written.kind === 'wrong-revision') {
    const wrong = new streams.AppendResp.WrongExpectedVersion();
    if (written.actual === 'no-stream') wrong.setCurrentNoStream(new shared.Empty());
    else wrong.setCurrentRevision(String(written.actual));
    if (expected === 'any') wrong.setExpectedAny(new shared.Empty());
    else if (expected === 'no-stream') wrong.setExpectedNoStream(new shared.Empty());
    else wrong.setExpectedRevision(String(expected));
    return new streams.AppendResp().setWrongExpectedVersion(wrong);
  }
  const success = new streams.AppendResp.Success().setCurrentRevision(String(written.revision));
  if (written.position === undefined) success.setNoPosition(new shared.Empty());
  else {
    const position = new streams.AppendResp.Position().setCommitPosition(String(written.position));
    success.setPosition(position.setPreparePosition(String(written.position)));
  }
  return new streams.AppendResp().setSuccess(success);
}
