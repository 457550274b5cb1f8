import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Problem, unavailable } from '#app/server/problem.ts'
import { answerOnSocket } from './errors.ts'

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
  /** For any of them once the process is asked to stop. */
  graceMs: number
}

export const BODY_TIMES: BodyTimes = {
  ordinaryMs: 15_000,
  uploadMs: 10 * 60_000,
  stallMs: 20_000,
  leastBytes: 512,
  graceMs: 1000,
}

/**
 * Ends requests whose body takes too long: the server's own limit is one for all, and would cut an
 * honest upload off or let everybody else hold a connection for minutes. Also when it was answered
 * already: what is left of the body keeps the connection. Answers what a process that stops calls:
 * from then on a body has `graceMs`, for a stop cannot wait for all that may arrive.
 */
export function limitBodyTime(
  http: Pick<FastifyInstance, 'addHook'>,
  headers: Record<string, string>,
  times = BODY_TIMES,
): () => void {
  const arriving = new Set<() => void>()
  let isStopping = false
  http.addHook('onRequest', (request, reply, done) => {
    if (hasBody(request)) {
      const isUpload = request.routeOptions.config?.isUpload === true
      const ordinary = { ...times, uploadMs: times.ordinaryMs, leastBytes: 0 }
      const cut = () => {
        const problem = isStopping ? unavailable(STOPPING, 5) : TOO_LATE
        cutOff(request.raw.socket, reply.raw.headersSent, problem, headers)
      }
      const stop = watch(request, isUpload ? times : ordinary, cut)
      arriving.add(stop)
      request.raw.once('close', () => arriving.delete(stop))
      if (isStopping) setTimeout(stop, times.graceMs).unref()
    }
    done()
  })
  return () => {
    isStopping = true
    setTimeout(() => {
      for (const stop of arriving) stop()
    }, times.graceMs).unref()
  }
}

/** Answers what ends it before its time; whoever has arrived whole is left alone. */
function watch(
  { raw }: FastifyRequest,
  { uploadMs, stallMs, leastBytes }: BodyTimes,
  cut: () => void,
): () => void {
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
  return stop

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
function cutOff(
  socket: Socket,
  isAnswered: boolean,
  problem: Problem,
  headers: Record<string, string>,
) {
  if (isAnswered || !socket.writable) {
    socket.destroy()
    return
  }
  answerOnSocket(socket, problem, headers)
  socket.destroySoon()
}

const TOO_LATE = new Problem(408, 'too-slow', 'The request took too long to arrive.')
const STOPPING = 'The server is being restarted. Please send this again in a moment.'
