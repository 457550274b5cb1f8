import path from 'node:path'
import type { Config } from '#app/server/config/config.ts'
import type { Log } from '#app/server/log.ts'
import { outbound } from '#app/server/observability/outbound.ts'
import { createFolderStorage } from './folder.ts'
import type { PictureStorage } from './storage.ts'

/** Pictures go to the bucket when one is configured, else to a folder in `dataDir`. */
export async function createStorage(
  { s3 }: Config['pictures'],
  dataDir: string,
  log?: Log,
): Promise<PictureStorage> {
  if (!s3) return createFolderStorage(path.join(dataDir, 'pictures'))
  // Its client is large: only those who use a bucket load it.
  const { createBucketStorage } = await import('./bucket.ts')
  const bucket = createBucketStorage(s3, { log })
  return {
    put: (...file) => outbound('bucket', 'put', () => bucket.put(...file)),
    read: (key) => outbound('bucket', 'read', () => bucket.read(key)),
    has: (key) => outbound('bucket', 'look up', () => bucket.has(key)),
  }
}
