import { randomBytes } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { comeBackSeconds } from '#app/server/admission/request-classes.rules.ts'
import { noteFailure } from '#app/server/log.ts'
import { logSometimes } from '#app/server/log-sometimes.ts'
import { errorKind } from '#app/server/observability/error-kind.ts'
import { counter, OF_THE_CODE } from '#app/server/observability/instruments.ts'
import { badRequest, notFound, Problem, signInRequired, unavailable } from '#app/server/problem.ts'
import { isCall } from './guards.ts'

/** Body of every failed call. */
export const ErrorBody = z.object({
  error: z.string().describe('For people'),
  code: z.string().describe('For programs: stable, kebab-case'),
  fields: z
    .record(z.string(), z.string())
    .optional()
    .describe('What is wrong, by field of the input'),
  about: z.unknown().optional().describe('What else a program has to know to go on'),
  requestId: z.string(),
})
export type ErrorBody = z.infer<typeof ErrorBody>

/** The only place that turns a thrown error into an answer. */
export function handleError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const { status, retryAfterSeconds, body } = describeError(error, request)
  if (retryAfterSeconds !== undefined) {
    reply.header('retry-after', retryAfter(status, retryAfterSeconds))
  }
  // Failures always have the same schema, whatever the route declares for success.
  return reply
    .code(status)
    .header('cache-control', 'private, no-store')
    .type('application/json; charset=utf-8')
    .serializer((payload: unknown) => JSON.stringify(payload))
    .send(body)
}

/** Adds jitter to 503s, so that clients do not all retry at once. */
function retryAfter(status: number, seconds: number): string {
  return String(status === 503 ? comeBackSeconds(Math.random(), seconds) : seconds)
}

/** Status and body of a failure, also usable in an answer that has already begun. Logs bugs. */
export function describeError(
  error: unknown,
  request: FastifyRequest,
): { status: number; retryAfterSeconds: number | undefined; body: ErrorBody } {
  const problem = toProblem(error)
  if (!problem) {
    request.log.error({ err: error, reqId: request.id, route: request.routeOptions.url }, 'bug')
  }
  if (problem?.reason) noteCause(request, problem.reason)
  const { status, code, message, fields, about, retryAfterSeconds } = problem ?? BUG
  noteFailure(request, code)
  const body = {
    error: message,
    code,
    ...(fields ? { fields } : {}),
    ...(about === undefined ? {} : { about }),
    requestId: request.id,
  }
  return { status, retryAfterSeconds, body }
}

const CAUSE_EVERY_MS = 1000
/** By message, kind of error and route, none of which comes from the client. */
const causes = new Map<string, ReturnType<typeof logSometimes>>()

/** Logs each cause at most once a second: during an outage every request would log it in full. */
function noteCause(
  request: FastifyRequest,
  { words, error: err }: NonNullable<Problem['reason']>,
): void {
  const { url: route = 'none' } = request.routeOptions
  const note = causes.getOrInsertComputed(`${words} ${errorKind(err)} ${route}`, () =>
    logSometimes(words, 'error', CAUSE_EVERY_MS),
  )
  note({ log: request.log, now: () => new Date() }, { err, reqId: request.id, route })
}

const brokenRequests = counter(
  'nouveau_http_broken_requests_total',
  'What is no request, or never became one, by the status it was answered with',
  { status: OF_THE_CODE },
)
const databaseAway = counter(
  'nouveau_database_unavailable_total',
  'Requests that found no database, or one that gave up',
)

const BUG = {
  status: 500,
  code: 'internal-error',
  message: 'Something went wrong on our side. Please try again.',
  fields: undefined,
  about: undefined,
  retryAfterSeconds: undefined,
}

export function addressNotFound(request: FastifyRequest): Problem {
  return notFound(isCall(request) ? 'call' : 'page')
}

/**
 * Answers bytes that are not HTTP in the same format, written by hand, because there is no request yet.
 */
export function answerBrokenRequest(
  error: NodeJS.ErrnoException,
  socket: Socket,
  headers: Record<string, string>,
): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const status = BROKEN_REQUESTS[error.code ?? ''] ?? 400
  brokenRequests.add({ status: String(status) })
  const [code, message] = FRAMEWORK_ANSWERS[status] ?? BAD_REQUEST
  answerOnSocket(socket, new Problem(status, code, message), headers)
}

/** Writes such an answer directly to a socket and closes it. */
export function answerOnSocket(
  socket: Duplex,
  { status, code, message, retryAfterSeconds }: Problem,
  headers: Record<string, string>,
): void {
  const body = JSON.stringify({
    error: message,
    code,
    requestId: randomBytes(8).toString('hex'),
  } satisfies ErrorBody)
  const lines = Object.entries({
    ...headers,
    'cache-control': 'private, no-store',
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    ...(retryAfterSeconds === undefined
      ? {}
      : { 'retry-after': retryAfter(status, retryAfterSeconds) }),
    connection: 'close',
  }).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`)
}

const BROKEN_REQUESTS: Record<string, number> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_HEADER_OVERFLOW: 431,
}

/** Undefined for a bug. */
function toProblem(error: unknown): Problem | undefined {
  if (error instanceof Problem) return error
  if (hasZodFastifySchemaValidationErrors(error)) {
    const fields: Record<string, string> = {}
    for (const { instancePath, message } of error.validation) {
      fields[instancePath.replace(/^\//, '').replaceAll('/', '.') || 'body'] ??=
        message ?? 'is wrong'
    }
    const [first] = Object.entries(fields)
    return badRequest(first ? sentence(first) : 'The input is not valid.', fields)
  }
  if (isSenderGone(error)) return badRequest('The connection was lost.')
  if (isOwnerGone(error)) return signInRequired()
  if (isDatabaseAway(error)) {
    databaseAway.add({})
    const words = 'the database cannot be reached, or gave up'
    return unavailable('We cannot reach our records right now. Please try again in a moment.', 2, {
      words,
      error,
    })
  }
  const { statusCode, code } = (error ?? {}) as Partial<FastifyError>
  // Only the framework's own status codes are about this request; other libraries set them too.
  if (code?.startsWith?.('FST_') && statusCode && statusCode >= 400 && statusCode < 500) {
    const [ours, message] = FRAMEWORK_ANSWERS[statusCode] ?? BAD_REQUEST
    return new Problem(statusCode, ours, message)
  }
}

/** The client disconnected before its request had arrived; nobody reads the answer. */
function isSenderGone(error: unknown): boolean {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown }
  return code === 'ECONNRESET' && message === 'aborted'
}

/** The account was deleted during the request, so nobody is signed in any more. */
function isOwnerGone(error: unknown): boolean {
  const { code, constraint } = (error ?? {}) as { code?: unknown; constraint?: unknown }
  return code === '23503' && /user_id_fkey$/.test(String(constraint))
}

/** Prefixes the field's name, unless the message is already a sentence of its own. */
function sentence([field, message]: [string, string]): string {
  return /^[A-Z].* .*/.test(message) && !message.startsWith('Invalid')
    ? message
    : `${field}: ${message}`
}

/** Code and message of 408. */
export const TOO_SLOW = ['too-slow', 'The request took too long to arrive.'] as const
const BAD_REQUEST = ['bad-request', 'The request is not valid.'] as const

/** Refusals by the framework under codes of our own, because its codes are not stable. */
const FRAMEWORK_ANSWERS: Record<number, readonly [code: string, message: string]> = {
  400: BAD_REQUEST,
  408: TOO_SLOW,
  413: ['too-large', 'The request is too large.'],
  414: ['address-too-long', 'The address is too long.'],
  415: ['unsupported-media-type', 'Send this as JSON.'],
  431: ['headers-too-large', 'The headers are too large.'],
}

/**
 * PostgreSQL cannot be reached, is starting or stopping, or timed out (classes 08, 53 and 57, 25P03), or it gave up on
 * a lock or on a deadlock or serialization failure (55P03, class 40).
 */
function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, message } = error as Error & { code?: string }
  if (
    typeof code === 'string' &&
    /^(08...|53...|57...|55P03|25P03|40...|ECONN\w+|EPIPE|ENOTFOUND|ETIMEDOUT)$/.test(code)
  )
    return true
  // The driver's own messages, which have no code: the connection was lost before a statement, during one, or between
  // two statements of a transaction.
  return /Connection terminated|is not queryable|timeout exceeded when trying to connect|connection timeout|^timeout expired$|^Query read timeout$/i.test(
    message,
  )
}
