import type { FastifyReply, FastifyRequest } from 'fastify'
import { badRequest } from '#app/server/problem.ts'
import { handleError } from './errors.ts'
import { isCall, NO_SUCH_CHARACTER } from './guards.ts'

/** An address that no route will ever have: rendering it gives the site's 404 page. */
const NO_PAGE = '/page-not-found'

/** Answers malformed or too long addresses: people whose mail program mangled a link get a page. */
export function answerBrokenAddress(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const isLooking = request.method === 'GET' && request.headers.accept?.includes('text/html')
  if (!isLooking || isCall(request)) return handleError(error, request, reply)
  return reply.header('cache-control', 'private, no-store').redirect(NO_PAGE)
}

/**
 * Refuses control characters in paths, which no address of ours has. URL parsers drop some of them, and the rest may
 * be another address.
 */
export function refuseControlCharacters(
  request: FastifyRequest,
  reply: FastifyReply,
  done: (error?: Error) => void,
) {
  const { url } = request
  const isRefused = url.includes('%') && CONTROL.test(url.split('?', 1)[0] ?? '')
  if (!isRefused) return done()
  answerBrokenAddress(badRequest(NO_SUCH_CHARACTER), request, reply)
}

const CONTROL = /%([01][\da-f]|7f)/i
