import { z } from 'zod'
import { type Given, origin } from './shapes.ts'

export const pictureSettings = {
  /** Origin of a CDN that serves `/ndc-images/`. */
  IMAGE_CDN_URL: origin.optional(),
  S3_ENDPOINT: z.url({ protocol: /^https?$/, error: 'is not an http(s) address' }).optional(),
  S3_BUCKET: z.string().min(1).optional(),
  S3_REGION: z.string().min(1).optional(),
  S3_ACCESS_KEY_ID: z.string().min(1).optional(),
  S3_SECRET_ACCESS_KEY: z.string().min(1).optional(),
}

const S3_NAMES = Object.keys(pictureSettings).filter((name) => name.startsWith('S3_'))

export function wrongPictures(given: Given): string[] {
  if (!S3_NAMES.some((name) => given[name])) return []
  const missing = S3_NAMES.filter((name) => !given[name])
  return missing.map((name) => `${name} is missing: all S3_ settings go together`)
}

const Settings = z.object(pictureSettings)

export function readPictures(env: z.infer<typeof Settings>) {
  return { cdnUrl: env.IMAGE_CDN_URL, s3: readS3(env) }
}

function readS3(env: z.infer<typeof Settings>) {
  const { S3_ENDPOINT, S3_BUCKET, S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = env
  if (!S3_ENDPOINT || !S3_BUCKET || !S3_REGION || !S3_ACCESS_KEY_ID || !S3_SECRET_ACCESS_KEY) return
  return {
    endpoint: S3_ENDPOINT,
    bucket: S3_BUCKET,
    region: S3_REGION,
    accessKeyId: S3_ACCESS_KEY_ID,
    secretAccessKey: S3_SECRET_ACCESS_KEY,
  }
}
