import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify'
import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino'
import type { Config } from '#app/server/config/config.ts'

const SLOW_MS = 1000

export type Log = Pick<FastifyBaseLogger, 'debug' | 'info' | 'warn' | 'error'>

/**
 * JSON lines, on standard output unless a test reads them. A line names the route's pattern, never
 * the address that was asked for, and neither people's addresses nor what they sent: there is
 * nothing to redact.
 */
export function createLog({ log }: Pick<Config, 'log'>, destination?: DestinationStream): Logger {
  const options = {
    level: log.level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    serializers: { err: describeError, req: () => undefined, res: () => undefined },
  } satisfies LoggerOptions
  return destination ? pino(options, destination) : pino(options)
}

/** Every change, failure and slow answer at `info` or above; quick reads only at `debug`. */
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
      ms: Math.round(elapsedTime),
    },
    'answered',
  )
  done()
}

/**
 * A database error's detail quotes rows, and rows hold addresses: only its kind and place are kept.
 */
function describeError(error: unknown) {
  if (!(error instanceof Error)) return { message: String(error) }
  const { code, constraint, table } = error as Error &
    Record<'code' | 'constraint' | 'table', unknown>
  const isFromDatabase = typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code)
  return {
    type: error.name,
    code,
    constraint,
    table,
    message: isFromDatabase ? `database error ${code}` : error.message,
    stack: isFromDatabase ? error.stack?.split('\n').slice(1).join('\n') : error.stack,
  }
}
