import { PassThrough } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { BulkUploadLine, BulkUploadReport } from '#app/admin/bulk-upload.contract.ts'
import type { ImportProgress } from '#app/deals/server/import/report.ts'
import { describeError } from '#app/server/http/errors.ts'

const LINES = 'application/x-ndjson'
/** Shorter than a person can notice; in between, only a new stage is sent. */
const BETWEEN_LINES_MS = 100

export function wantsLines(request: FastifyRequest): boolean {
  return (request.headers.accept ?? '').includes(LINES)
}

/**
 * Streams progress line by line (NDJSON). The status is sent before the outcome is known, so a failure is the
 * last line.
 */
export async function answerInLines(
  request: FastifyRequest,
  reply: FastifyReply,
  work: (onProgress: (progress: ImportProgress) => void) => Promise<BulkUploadReport>,
): Promise<FastifyReply> {
  const lines = new PassThrough()
  // The client may have disconnected: the rest is then dropped.
  lines.on('error', () => {})
  // Proxies must neither buffer nor compress the lines.
  reply.type(LINES).header('cache-control', 'private, no-store, no-transform')
  reply.header('x-accel-buffering', 'no').send(lines)

  const say = (line: BulkUploadLine) => {
    if (lines.writable) lines.write(`${JSON.stringify(line)}\n`)
  }
  try {
    say({ report: await work(throttle(say)) })
  } catch (error) {
    const { status, body } = describeError(error, request)
    say({ status, ...body })
  }
  lines.end()
  return reply
}

function throttle(say: (progress: ImportProgress) => void) {
  let stage: ImportProgress['stage'] | undefined
  let saidAt = 0
  return (progress: ImportProgress) => {
    const now = performance.now()
    const isNews = progress.stage !== stage || progress.done === progress.total
    if (!isNews && now - saidAt < BETWEEN_LINES_MS) return
    stage = progress.stage
    saidAt = now
    say(progress)
  }
}
