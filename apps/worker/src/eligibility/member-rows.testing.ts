import { Readable } from 'node:stream';
import type { RewardProgramme } from '@throughline/domain';
import { type MemberRow, memberRows } from './member-rows.js';

export async function rows(
  text: string | Buffer,
  programme: RewardProgramme | null = null,
  chunk = 65_536,
): Promise<MemberRow[]> {
  const bytes = typeof text === 'string' ? Buffer.from(text) : text;
  const chunks = Array.from({ length: Math.ceil(bytes.length / chunk) }, (_, n) =>
    bytes.subarray(n * chunk, (n + 1) * chunk),
  );
  const found: MemberRow[] = [];
  for await (const row of memberRows(Readable.from(chunks), programme, '2026-11-21')) found.push(row);
  return found;
}

export const HEAD = 'medicaid_id,date_of_birth,programme\n';
