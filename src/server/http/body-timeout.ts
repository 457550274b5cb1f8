import type { Socket } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Problem, unavailable } from '#app/server/problem.ts'
import { answerOnSocket, TOO_SLOW } from './errors.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Accepts file uploads: its body may take long while it keeps arriving. */
    isUpload?: boolean
  }
}

export type BodyTimes = {
  /** Time for a body to arrive after its headers. */
  ordinaryMs: number
  uploadMs: number
  /** An upload is cut off when fewer than `leastBytes` arrive within this time. */
  stallMs: number
  leastBytes: number
  /** Time for a sender whose request was refused before its body was read, to receive the answer. */
  lingerMs: number
  /** Time for any body once the process is stopping. */
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
 * Ends requests whose body takes too long. The server's own limit is the same for all routes: it would cut off
 * honest uploads, or let anybody hold a connection for minutes. The longer limit applies only to requests that were
 * let in; refused ones get a moment. Returns a function for a stopping process to call: from then on a body has
 * `graceMs`.
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
  // All guards have passed.
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

/** Watches one body. `stop` ends the watch; a request that has arrived completely is not cut off. */
function watch({ raw }: FastifyRequest, cut: () => void) {
  const { socket } = raw
  let end: NodeJS.Timeout | undefined
  let progress: NodeJS.Timeout | undefined
  raw.once('end', forget)
  raw.once('close', forget)
  return { stop, give }

  /** Replaces the current limits. */
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

/** Cuts a connection off. If an answer has been started, no other can be sent. */
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
