import type { Readable } from 'node:stream'
import {
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import type { Config } from '#app/server/config/config.ts'
import { unavailable } from '#app/server/problem.ts'
import { notStored } from './not-stored.ts'
import { type PictureStorage, requirePictureKey } from './storage.ts'

type Bucket = NonNullable<Config['pictures']['s3']>

/**
 * Any store that speaks S3. One that is away answers 503; one that refuses us is a bug to be
 * logged.
 */
export function createBucketStorage(
  { endpoint, region, bucket, accessKeyId, secretAccessKey }: Bucket,
  { timeoutMs = 5000 } = {},
): PictureStorage {
  const client = new S3Client({
    endpoint,
    region,
    credentials: { accessKeyId, secretAccessKey },
    // Only the large stores answer to a host name for each bucket.
    forcePathStyle: true,
    // Nor do all know the newer checksums; the signature already covers the bytes.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 2,
    requestHandler: {
      connectionTimeout: timeoutMs,
      requestTimeout: timeoutMs,
      throwOnRequestTimeout: true,
      socketTimeout: timeoutMs,
    },
  })
  const place = (key: string) => ({ Bucket: bucket, Key: requirePictureKey(key) })

  return {
    put: async (key, bytes, contentType) => {
      const object = { ...place(key), Body: bytes, ContentType: contentType }
      await answer(client.send(new PutObjectCommand(object)))
    },

    read: async (key) => {
      const found = await unlessMissing(answer(client.send(new GetObjectCommand(place(key)))))
      if (!found?.Body || found.ContentLength === undefined) return
      return { body: found.Body as Readable, sizeBytes: found.ContentLength }
    },

    has: async (key) => {
      const found = answer(client.send(new HeadObjectCommand(place(key))))
      return (await unlessMissing(found)) !== undefined
    },
  }
}

async function answer<T>(sent: Promise<T>): Promise<T> {
  try {
    return await sent
  } catch (error) {
    const status = statusOf(error)
    if (status === 507) throw notStored(error, { what: 'pictures', setting: 'S3_BUCKET' })
    const isAway = status === undefined || status >= 500 || status === 429
    throw isAway ? unavailable('The picture store does not answer right now.', 5) : error
  }
}

async function unlessMissing<T>(found: Promise<T>): Promise<T | undefined> {
  try {
    return await found
  } catch (error) {
    if (statusOf(error) === 404) return
    throw error
  }
}

/** Undefined when no answer came at all. */
function statusOf(error: unknown): number | undefined {
  return error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined
}
