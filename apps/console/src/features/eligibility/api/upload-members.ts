import { MEMBERS_FILE_TYPE, type UploadMembersQuery } from '@throughline/contracts';
import { api } from '../../../api/api.js';

export interface MembersFile {
  readonly file: File;
  readonly programme: UploadMembersQuery['programme'];
  readonly signal: AbortSignal;
}

/** POST /eligible-patients/imports. Answers the import's id. */
export const uploadMembers = ({ file, programme, signal }: MembersFile): Promise<string> =>
  api.postFile<string>('/eligible-patients/imports', file, {
    query: { fileName: file.name, programme },
    type: MEMBERS_FILE_TYPE,
    signal,
  });
