import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { answerByHand } from './http-errors.ts'
import { Problem } from './problem.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Takes forms with files; its body may take long, as long as it goes on arriving. */
    isUpload?: boolean
  }
}

export type BodyTimes = {
  /** For a body to arrive once its headers have. */
  ordinaryMs: number
  uploadMs: number
  /** An upload is over when fewer than `leastBytes` arrive in so long. */
  stallMs: number
  leastBytes: number
}

export const BODY_TIMES: BodyTimes = {
  ordinaryMs: 15_000,
  uploadMs: 10 * 60_000,
  stallMs: 20_000,
  leastBytes: 512,
}

/**
 * Ends requests whose body takes too long: the server's own limit is one for all, and would cut an
 * honest upload off or let everybody else hold a connection for minutes. Also when it was answered
 * already: what is left of the body keeps the connection.
 */
export function limitBodyTime(
  http: Pick<FastifyInstance, 'addHook'>,
  headers: Record<string, string>,
  times = BODY_TIMES,
): void {
  http.addHook('onRequest', (request, reply, done) => {
    if (hasBody(request)) {
      const isUpload = request.routeOptions.config?.isUpload === true
      const cut = () => cutOff(request.raw.socket, reply.raw.headersSent, headers)
      watch(
        request,
        isUpload ? times : { ...times, uploadMs: times.ordinaryMs, leastBytes: 0 },
        cut,
      )
    }
    done()
  })
}

function watch(
  { raw }: FastifyRequest,
  { uploadMs, stallMs, leastBytes }: BodyTimes,
  cut: () => void,
) {
  const { socket } = raw
  const end = setTimeout(stop, uploadMs).unref()
  let arrived = socket.bytesRead
  const progress =
    leastBytes > 0
      ? setInterval(() => {
          if (socket.bytesRead - arrived < leastBytes) stop()
          arrived = socket.bytesRead
        }, stallMs).unref()
      : undefined
  raw.once('end', forget)
  raw.once('close', forget)

  function forget() {
    clearTimeout(end)
    clearInterval(progress)
  }
  function stop() {
    forget()
    // Calls made in process have no connection to cut.
    if (raw.complete === false) cut()
  }
}

function hasBody({ raw }: FastifyRequest): boolean {
  const length = raw.headers['content-length']
  return raw.headers['transfer-encoding'] !== undefined || (length !== undefined && length !== '0')
}

/** A connection that has its answer, or half of one, takes no other. */
function cutOff(socket: Socket, isAnswered: boolean, headers: Record<string, string>) {
  if (isAnswered || !socket.writable) {
    socket.destroy()
    return
  }
  answerByHand(socket, new Problem(408, 'bad-request', TOO_LATE), headers)
  socket.destroySoon()
}

const TOO_LATE = 'The request took too long to arrive.'
