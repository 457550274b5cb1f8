import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Problem, unavailable } from '#app/server/problem.ts'
import { answerOnSocket, TOO_SLOW } from './errors.ts'

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
  /** For a sender who was refused before the body was read to hear the answer. */
  lingerMs: number
  /** For any of them once the process is asked to stop. */
  graceMs: number
}

export const BODY_TIMES: BodyTimes = {
  ordinaryMs: 15_000,
  uploadMs: 10 * 60_000,
  stallMs: 20_000,
  leastBytes: 512,
  lingerMs: 2000,
  graceMs: 1000,
}

/**
 * Ends requests whose body takes too long: the server's own limit is one for all, and would cut an
 * honest upload off or let everybody else hold a connection for minutes. The longer time is for whoever
 * was let in: one who is refused is heard out for a moment only. Answers what a process that stops
 * calls: from then on a body has `graceMs`, for a stop cannot wait for all that may arrive.
 */
export function limitBodyTime(
  http: Pick<FastifyInstance, 'addHook'>,
  headers: Record<string, string>,
  times = BODY_TIMES,
): () => void {
  const arriving = new Set<() => void>()
  const watched = new WeakMap<FastifyRequest, Watch>()
  const letIn = new WeakSet<FastifyRequest>()
  let isStopping = false
  http.addHook('onRequest', (request, reply, done) => {
    if (hasBody(request)) {
      const cut = () => {
        const problem = isStopping ? unavailable(STOPPING, 5) : TOO_LATE
        cutOff(request.raw.socket, reply.raw.headersSent, problem, headers)
      }
      const watching = watch(request, cut)
      const { stop } = watching
      watching.give({ longestMs: times.ordinaryMs, stallMs: times.stallMs, leastBytes: 0 })
      watched.set(request, watching)
      arriving.add(stop)
      request.raw.once('close', () => arriving.delete(stop))
      if (isStopping) setTimeout(stop, times.graceMs).unref()
    }
    done()
  })
  // Every guard has let it in.
  http.addHook('preParsing', (request, _reply, _body, done) => {
    letIn.add(request)
    const { uploadMs: longestMs, stallMs, leastBytes } = times
    if (request.routeOptions.config?.isUpload) {
      watched.get(request)?.give({ longestMs, stallMs, leastBytes })
    }
    done()
  })
  http.addHook('onSend', (request, _reply, _payload, done) => {
    const watching = watched.get(request)
    if (watching && !letIn.has(request)) setTimeout(watching.stop, times.lingerMs).unref()
    done()
  })
  return () => {
    isStopping = true
    setTimeout(() => {
      for (const stop of arriving) stop()
    }, times.graceMs).unref()
  }
}

type Watch = ReturnType<typeof watch>
type Patience = { longestMs: number; stallMs: number; leastBytes: number }

/** `stop` ends it before its time; whoever has arrived whole is left alone. */
function watch({ raw }: FastifyRequest, cut: () => void) {
  const { socket } = raw
  let end: NodeJS.Timeout | undefined
  let progress: NodeJS.Timeout | undefined
  raw.once('end', forget)
  raw.once('close', forget)
  return { stop, give }

  /** From now on, instead of what it had. */
  function give({ longestMs, stallMs, leastBytes }: Patience) {
    forget()
    if (raw.complete) return
    end = setTimeout(stop, longestMs).unref()
    let arrived = socket.bytesRead
    if (leastBytes === 0) return
    progress = setInterval(() => {
      if (socket.bytesRead - arrived < leastBytes) stop()
      arrived = socket.bytesRead
    }, stallMs).unref()
  }
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

const TOO_LATE = new Problem(408, ...TOO_SLOW)
const STOPPING = 'The server is being restarted. Please send this again in a moment.'
