import type { Readable } from 'node:stream'
import {
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import { createBreaker, NoAnswer } from '#app/server/breaker.ts'
import type { Config } from '#app/server/config/config.ts'
import type { Log } from '#app/server/log.ts'
import { unavailable } from '#app/server/problem.ts'
import { notStored } from './not-stored.ts'
import { type PictureStorage, requirePictureKey } from './storage.ts'

type Bucket = NonNullable<Config['pictures']['s3']>

/** `restMs`: how long the circuit breaker waits before it tries a hanging store again. */
type Settings = { log?: Log | undefined; timeoutMs?: number; restMs?: number }

/**
 * Any S3-compatible store. When it is unreachable, calls throw 503; when it hangs, they do so at once after two
 * timeouts. A refusal is logged as a bug.
 */
export function createBucketStorage(
  { endpoint, region, bucket, accessKeyId, secretAccessKey }: Bucket,
  { log, timeoutMs = 5000, restMs }: Settings = {},
): PictureStorage {
  const breaker = createBreaker({
    to: 'bucket',
    isSilence,
    onChange: (isOpen, err) => {
      if (isOpen) log?.error({ err }, 'the picture store does not answer: it is asked less often')
      else log?.info({}, 'the picture store answers again')
    },
    ...(restMs !== undefined && { restMs }),
  })
  /** The time limit covers all attempts together, but not reading the body. */
  const ask = async <T>(
    work: (options: { abortSignal: AbortSignal }) => Promise<T>,
  ): Promise<T> => {
    const controller = new AbortController()
    const timer = setTimeout(() => controller.abort(), timeoutMs)
    try {
      return await answer(breaker.call(() => work({ abortSignal: controller.signal })))
    } finally {
      clearTimeout(timer)
    }
  }

  const client = new S3Client({
    endpoint,
    region,
    credentials: { accessKeyId, secretAccessKey },
    // Only large providers support a host name per bucket.
    forcePathStyle: true,
    // Not all support the newer checksums; the signature already covers the bytes.
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
      await ask((options) => client.send(new PutObjectCommand(object), options))
    },

    read: async (key) => {
      const object = new GetObjectCommand(place(key))
      const found = await unlessMissing(ask((options) => client.send(object, options)))
      if (!found?.Body || found.ContentLength === undefined) return
      return { body: found.Body as Readable, sizeBytes: found.ContentLength }
    },

    has: async (key) => {
      const object = new HeadObjectCommand(place(key))
      return (await unlessMissing(ask((options) => client.send(object, options)))) !== undefined
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
    if (!isAway) throw error
    // The timeouts that opened the breaker have been logged.
    const reason = error instanceof NoAnswer ? undefined : { words: AWAY, error }
    throw unavailable('The picture store does not answer right now.', 5, reason)
  }
}

const AWAY = 'the picture store of S3_ENDPOINT cannot be reached, or fails'

async function unlessMissing<T>(found: Promise<T>): Promise<T | undefined> {
  try {
    return await found
  } catch (error) {
    if (statusOf(error) === 404) return
    throw error
  }
}

/** Whether a call timed out or the connection failed: no answer came. */
function isSilence(error: unknown): boolean {
  const { name, code } = error as { name?: unknown; code?: unknown }
  return name === 'AbortError' || name === 'TimeoutError' || code === 'ETIMEDOUT'
}

/** Undefined when no answer came at all. */
function statusOf(error: unknown): number | undefined {
  return error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined
}
