import streams from '@eventstore/db-client/generated/streams_pb.js';
import type { sendUnaryData, ServerUnaryCall } from '@grpc/grpc-js';
import { expectedOf } from './append.js';
import { wrongExpectedVersion } from './double-errors.js';
import type { DoubleLog } from './double-log.js';
import type { Faults } from './faults.js';

export type DeleteCall = ServerUnaryCall<streams.DeleteReq, streams.DeleteResp>;
export type TombstoneCall = ServerUnaryCall<streams.TombstoneReq, streams.TombstoneResp>;

/** A soft deletion, which an operator can request. The product never does. */
export async function answerDelete(
  call: DeleteCall,
  answer: sendUnaryData<streams.DeleteResp>,
  log: DoubleLog,
  faults: Faults,
): Promise<void> {
  await faults.pass();
  const options = call.request.getOptions()!;
  const stream = nameOf(options);
  const expected = expectedOf(options);
  const deleted = log.delete(stream, expected);
  if (deleted.kind === 'wrong-revision') return answer(wrongExpectedVersion(stream, expected, deleted.actual));
  const position = new streams.DeleteResp.Position().setCommitPosition(String(deleted.position));
  answer(null, new streams.DeleteResp().setPosition(position.setPreparePosition(String(deleted.position))));
}

/** A permanent deletion, at any expected revision. */
export async function answerTombstone(
  call: TombstoneCall,
  answer: sendUnaryData<streams.TombstoneResp>,
  log: DoubleLog,
  faults: Faults,
): Promise<void> {
  await faults.pass();
  const { position } = log.tombstone(nameOf(call.request.getOptions()!));
  const at = new streams.TombstoneResp.Position().setCommitPosition(String(position));
  answer(null, new streams.TombstoneResp().setPosition(at.setPreparePosition(String(position))));
}

function nameOf(options: streams.DeleteReq.Options | streams.TombstoneReq.Options): string {
  return Buffer.from(options.getStreamIdentifier()!.getStreamName_asU8()).toString();
}
