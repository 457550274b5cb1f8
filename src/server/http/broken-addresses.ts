import type { FastifyReply, FastifyRequest } from 'fastify'
import { badRequest } from '#app/server/problem.ts'
import { handleError } from './errors.ts'
import { isCall, NO_SUCH_CHARACTER } from './guards.ts'

/** An address that is none of ours, whatever else is: the site draws for it what it draws for any such. */
const NO_PAGE = '/page-not-found'

/** To an address that cannot be read, or is too long: somebody whose mail program mangled a link is shown a page. */
export function answerBrokenAddress(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const isLooking = request.method === 'GET' && request.headers.accept?.includes('text/html')
  if (!isLooking || isCall(request)) return handleError(error, request, reply)
  return reply.header('cache-control', 'private, no-store').redirect(NO_PAGE)
}

/**
 * No address of ours has a control character in its path. Whoever reads addresses leaves some of them
 * out, and what is left may be another address.
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
