import { type ChildProcess, fork } from 'node:child_process'
import path from 'node:path'
import pLimit from 'p-limit'
import { badPicture, UNREADABLE } from './bad-picture.ts'
import type { EncoderAnswer, EncoderOrder, EncoderReply, PictureFacts } from './encoder.ts'
import type { PictureFile } from './encoding.ts'

const MAX_HEAP_MB = 128
/** Timeout of one request: a large picture takes about two seconds. */
const TIME_LIMIT_MS = 60_000
/** How long an idle encoder waits before it ends. */
const IDLE_MS = 20_000

// Two at a time leave a core and memory for everything else: decoded pixels are large.
const limit = pLimit(2)
const alone = pLimit(1)

type Asked = { resolve: (answer: EncoderAnswer) => void; reject: (error: Error) => void }
type Running = { child: ChildProcess; asked: Map<number, Asked> }

let running: Running | undefined
let idle: NodeJS.Timeout | undefined
let numbers = 0

/** The process ended before it answered, because of the picture or because something killed it. */
class EncoderEnded extends Error {}

/** Reads and encodes pictures in a child process that starts on demand and ends when idle. */
type Encoder = {
  /** Keeps the pixels until `encodeFiles` or `letGo`. Throws Problem 422 `bad-picture` with a reason for people. */
  readFacts: (bytes: Buffer) => Promise<PictureFacts>
  encodeFiles: (id: string) => Promise<PictureFile[]>
  letGo: (id: string) => Promise<void>
  /** A WebP for lists. Throws like `readFacts`, as does `readLikeness`. */
  encodeThumb: (bytes: Buffer) => Promise<Buffer>
  /** Hexadecimal digits. */
  readLikeness: (bytes: Buffer) => Promise<string>
}

/** Runs at most two at a time. Retries once, alone, when the process ended: the other may have crashed it. */
export async function withEncoder<T>(work: (encoder: Encoder) => Promise<T>): Promise<T> {
  const carryOut = () => limit(() => work(encoder))
  return carryOut()
    .catch((error: unknown) => {
      if (!(error instanceof EncoderEnded)) throw error
      return alone(carryOut)
    })
    .catch((error: unknown) => {
      if (!(error instanceof EncoderEnded)) throw error
      throw badPicture(UNREADABLE)
    })
}

const encoder: Encoder = {
  readFacts: async (bytes) => (await ask({ want: 'facts', bytes })) as PictureFacts,
  encodeFiles: async (id) => (await ask({ want: 'files', id })) as PictureFile[],
  letGo: async (id) => {
    await ask({ want: 'nothing', id })
  },
  encodeThumb: async (bytes) => Buffer.from((await ask({ want: 'thumb', bytes })) as Uint8Array),
  readLikeness: async (bytes) => (await ask({ want: 'likeness', bytes })) as string,
}

async function ask(order: EncoderOrder): Promise<EncoderAnswer> {
  clearTimeout(idle)
  running ??= start()
  const { child, asked } = running
  numbers += 1
  const number = numbers
  const timer = setTimeout(() => child.kill('SIGKILL'), TIME_LIMIT_MS).unref()
  try {
    return await new Promise<EncoderAnswer>((resolve, reject) => {
      asked.set(number, { resolve, reject })
      child.send({ number, order })
    })
  } finally {
    clearTimeout(timer)
    asked.delete(number)
    if (asked.size === 0) idle = setTimeout(() => child.kill('SIGKILL'), IDLE_MS).unref()
  }
}

function start(): Running {
  const child = fork(path.join(import.meta.dirname, 'encoder.ts'), {
    // None of our environment, so that no secrets exist where pictures are decoded.
    env: { TZ: 'UTC', MALLOC_ARENA_MAX: '2' },
    execArgv: [`--max-old-space-size=${MAX_HEAP_MB}`],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  const started: Running = { child, asked: new Map() }
  const end = () => {
    if (running === started) running = undefined
    for (const { reject } of started.asked.values()) reject(new EncoderEnded('The encoder ended.'))
  }
  child.on('message', (reply: EncoderReply) => {
    const waiting = started.asked.get(reply.number)
    if ('refused' in reply) waiting?.reject(badPicture(reply.refused))
    else if ('failed' in reply) waiting?.reject(new Error(reply.failed))
    else waiting?.resolve(reply.answer)
  })
  child.on('exit', end)
  // Also when it could not be started or messaged: an error event without a listener would crash this process.
  child.on('error', end)
  // Does not keep a stopping server alive.
  child.unref()
  child.channel?.unref()
  return started
}
