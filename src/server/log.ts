import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify'
import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino'
import type { Config } from '#app/server/config/config.ts'
import { Problem } from './problem.ts'
import { whatIsUnderWay } from './under-way.ts'

const SLOW_MS = 1000

export type Log = Pick<FastifyBaseLogger, 'debug' | 'info' | 'warn' | 'error'>

/**
 * Logs JSON lines to standard output, unless a test reads them. Lines name the route's pattern, never the requested URL,
 * e-mail addresses or input, so there is nothing to redact.
 */
export function createLog({ log }: Pick<Config, 'log'>, destination?: DestinationStream): Logger {
  const options = {
    level: log.level,
    base: null,
    // Adds the current request or job to every line.
    mixin: () => {
      const { span, share: _, ...what } = whatIsUnderWay()
      return span ? { ...what, traceId: span.traceId } : what
    },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    serializers: { err: describeError, req: () => undefined, res: () => undefined },
  } satisfies LoggerOptions
  return destination ? pino(options, destination) : pino(options)
}

const failures = new WeakMap<FastifyRequest, string>()

/** Records the error code of a request for its log line. */
export function noteFailure(request: FastifyRequest, code: string): void {
  failures.set(request, code)
}

/** Logs every change, failure and slow answer at `info` or above; quick reads only at `debug`. */
export function logResponse(request: FastifyRequest, reply: FastifyReply, done: () => void) {
  const { id, method, routeOptions } = request
  const { statusCode, elapsedTime } = reply
  const isQuiet = method === 'GET' || method === 'HEAD'
  const level =
    statusCode >= 500
      ? 'error'
      : isQuiet && statusCode < 400 && elapsedTime < SLOW_MS
        ? 'debug'
        : 'info'
  request.log[level](
    {
      reqId: id,
      method,
      route: routeOptions.url ?? 'none',
      status: statusCode,
      code: failures.get(request),
      ms: Math.round(elapsedTime),
    },
    'answered',
  )
  done()
}

/** SQLSTATE; never begins with an E, unlike the codes of the operating system. */
const DATABASE_CODE = /^(?!E)[0-9A-Z]{5}$/

/**
 * The detail of a database error quotes rows, and rows hold e-mail addresses: logs only its kind and place.
 */
function describeError(error: unknown): object {
  // The job queue reports failures as plain objects that only look like errors.
  if (typeof error !== 'object' || error === null) return { message: String(error) }
  const { name, message, stack, code, constraint, table, queue } = error as Record<string, unknown>
  const reason = error instanceof Problem ? error.reason : undefined
  const isFromDatabase = typeof code === 'string' && DATABASE_CODE.test(code)
  const lines = typeof stack === 'string' ? stack : undefined
  return {
    type: name,
    code,
    constraint,
    table,
    queue,
    message: isFromDatabase ? `database error ${code}` : String(message ?? 'no words'),
    stack: isFromDatabase ? lines?.split('\n').slice(1).join('\n') : lines,
    ...(reason && { because: reason.words, cause: describeError(reason.error) }),
  }
}
