import type { FastifyReply } from 'fastify'
import { badRequest } from '#app/server/problem.ts'

/** A signal that aborts when the client disconnects before the answer, immediately if it already has. */
export function untilGone({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController()
  const leave = () => {
    if (!raw.writableFinished) gone.abort(badRequest('The connection was lost.'))
  }
  if (raw.closed) leave()
  else raw.once('close', leave)
  return gone.signal
}
