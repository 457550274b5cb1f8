import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { setPriority } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Drawn } from './drawer.ts'
import type { ShareOrder } from './drawing.ts'

const MAX_HEAP_MB = 128
const TIME_LIMIT_MS = 30_000
/** How long an idle drawer waits: longer than visitors of a shared link take to follow. */
const IDLE_MS = 60_000
/** Niceness of the process: serving pages comes first. */
const LOW_PRIORITY = 5

export type Drawer = {
  /** Draws one image at a time. Throws when drawing fails, takes too long or the process dies. */
  draw: (order: ShareOrder) => Promise<Buffer>
  stop: () => void
}

/** Draws in a child process that starts on demand and ends when idle. */
export function createDrawer(): Drawer {
  let drawer: ChildProcess | undefined
  let idle: NodeJS.Timeout | undefined

  const stop = () => {
    clearTimeout(idle)
    drawer?.kill('SIGKILL')
    drawer = undefined
  }

  return {
    stop,
    draw: async (order) => {
      clearTimeout(idle)
      const over = new AbortController()
      try {
        if (!drawer?.connected) drawer = start()
        const drawn = await answerOf(drawer, order, over.signal)
        if ('failed' in drawn) throw new Error(drawn.failed)
        idle = setTimeout(stop, IDLE_MS).unref()
        return drawn.jpeg
      } catch (error) {
        // Kills the process, because a late answer would be taken for the next one's.
        stop()
        throw error
      } finally {
        over.abort()
      }
    },
  }
}

async function answerOf(drawer: ChildProcess, order: ShareOrder, signal: AbortSignal) {
  const answered = once(drawer, 'message', { signal })
  const ended = once(drawer, 'exit', { signal })
  const timeIsUp = delay(TIME_LIMIT_MS, undefined, { signal, ref: false })
  drawer.send(order)
  const first = await Promise.race([
    answered as Promise<[Drawn]>,
    ended.then(() => fail('The drawing process ended.')),
    timeIsUp.then(() => fail('Drawing took too long.')),
  ])
  return first[0]
}

function fail(reason: string): never {
  throw new Error(reason)
}

function start(): ChildProcess {
  const child = fork(path.join(import.meta.dirname, 'drawer.ts'), {
    // None of our environment, so that no secrets exist where pictures are decoded.
    env: { TZ: 'UTC' },
    execArgv: [`--max-old-space-size=${MAX_HEAP_MB}`],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  // Failures are noticed when the process ends; an error event without a listener would crash this process.
  child.on('error', () => {})
  // Does not keep a stopping server alive.
  child.unref()
  child.channel?.unref()
  if (child.pid) setPriority(child.pid, LOW_PRIORITY)
  return child
}
