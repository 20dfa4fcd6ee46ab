import type { Upload } from '@hereabouts/contract/uploads';
import type { UploadRow } from './repo.ts';

export function presentUpload(row: UploadRow): Upload {
  return {
    path: row.path,
    content_type: row.content_type,
    width: row.width,
    height: row.height,
    created_at: row.created_at,
  };
}
