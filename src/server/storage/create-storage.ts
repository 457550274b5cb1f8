import path from 'node:path'
import type { Config } from '#app/server/config/config.ts'
import type { Log } from '#app/server/log.ts'
import { outbound } from '#app/server/observability/outbound.ts'
import { createFolderStorage } from './folder.ts'
import type { PictureStorage } from './storage.ts'

/** Stores pictures in the configured bucket, else in a folder in `dataDir`. */
export async function createStorage(
  { s3 }: Config['pictures'],
  dataDir: string,
  log?: Log,
): Promise<PictureStorage> {
  if (!s3) return createFolderStorage(path.join(dataDir, 'pictures'))
  // The S3 client is large, so it is loaded only when needed.
  const { createBucketStorage } = await import('./bucket.ts')
  const bucket = createBucketStorage(s3, { log })
  return {
    put: (...file) => outbound('bucket', 'put', () => bucket.put(...file)),
    read: (key) => outbound('bucket', 'read', () => bucket.read(key)),
    has: (key) => outbound('bucket', 'look up', () => bucket.has(key)),
  }
}
