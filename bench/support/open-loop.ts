import { readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'

// Sends requests to a server at a fixed rate, regardless of responses (open loop), or as fast as a number of
// connections allows (closed loop). A program of its own, so that it keeps time while the server is busy.
// Reads its task as JSON from standard input and prints the result as JSON.

export type Kind = {
  name: string
  /** Share of the requests, in percent. */
  weight: number
  /** Complete raw requests; each time one of them is sent. */
  requests: string[]
}
export type Task = {
  port: number
  kinds: Kind[]
  seconds: number
  /** Requests per second; if absent, as many as `lines` connections allow. */
  rate?: number
  /** The most connections. */
  lines: number
}
export type Result = {
  /** The seconds it really took, and the due requests for which no connection was free. */
  seconds: number
  unsent: number
  /** The longest delay of the generator itself, in milliseconds. */
  lateMs: number
  cpuSeconds: number
  kinds: Record<string, KindResult>
}
/** Counts by latency, in milliseconds since the request was due, rounded up. */
type Times = Record<number, number>
export type KindResult = {
  due: number
  answered: Times
  refused: Times
  /** Counts by status, for limits (429) and failures other than 503; `cut` for a closed connection. */
  others: Record<string, number>
}

const task = JSON.parse(readFileSync(0, 'utf8')) as Task
const results = Object.fromEntries(task.kinds.map(({ name }) => [name, emptyResult()])) as Record<
  string,
  KindResult
>

function emptyResult(): KindResult {
  return { due: 0, answered: {}, refused: {}, others: {} }
}

type Line = {
  socket: Socket
  asked: { result: KindResult; dueAt: number } | undefined
  /** The incoming response: its head while incomplete, and the remaining bytes. */
  head: string
  left: number
  status: number
}

const idle: Line[] = []
let open = 0
let unsent = 0
let lateMs = 0
let isOver = false
const startedAt = performance.now()

function openLine(): Line {
  open += 1
  const socket = connect(task.port, '127.0.0.1')
  socket.setNoDelay(true)
  const line: Line = { socket, asked: undefined, head: '', left: -1, status: 0 }
  socket.on('data', (chunk: Buffer) => read(line, chunk))
  socket.on('error', () => {})
  socket.on('close', () => {
    open -= 1
    const at = idle.indexOf(line)
    if (at !== -1) idle.splice(at, 1)
    if (line.asked && !isOver) {
      const { others } = line.asked.result
      others.cut = (others.cut ?? 0) + 1
    }
    if (task.rate === undefined && !isOver) ask(openLine(), performance.now())
  })
  return line
}

function read(line: Line, chunk: Buffer) {
  let body = chunk.length
  if (line.left === -1) {
    line.head += chunk.toString('latin1')
    const end = line.head.indexOf('\r\n\r\n')
    if (end === -1) return
    line.status = Number(line.head.slice(9, 12))
    const length = /\r\ncontent-length: (\d+)/i.exec(line.head.slice(0, end))?.[1]
    if (length === undefined)
      throw new Error(`An answer without length: ${line.head.slice(0, 200)}`)
    line.left = Number(length)
    body = line.head.length - end - 4
    line.head = ''
  }
  line.left -= body
  if (line.left > 0) return
  line.left = -1
  const { asked, status } = line
  line.asked = undefined
  if (asked) note(asked, status)
  if (task.rate === undefined && !isOver) ask(line, performance.now())
  else idle.push(line)
}

function note({ result, dueAt }: { result: KindResult; dueAt: number }, status: number) {
  if (isOver) return
  const ms = Math.ceil(performance.now() - dueAt)
  const isAnswered = status < 500 && status !== 429
  const times = isAnswered ? result.answered : status === 503 ? result.refused : undefined
  if (times) times[ms] = (times[ms] ?? 0) + 1
  else result.others[status] = (result.others[status] ?? 0) + 1
}

function ask(line: Line, dueAt: number) {
  const kind = pick()
  const result = results[kind.name] ?? emptyResult()
  result.due += 1
  line.asked = { result, dueAt }
  line.socket.write(kind.requests[Math.floor(Math.random() * kind.requests.length)] ?? '')
}

function pick(): Kind {
  let at = Math.random() * task.kinds.reduce((sum, { weight }) => sum + weight, 0)
  for (const kind of task.kinds) {
    at -= kind.weight
    if (at < 0) return kind
  }
  return task.kinds[0] as Kind
}

/** Sends the requests that have become due since the last call. */
function keepRate(rate: number, due: number) {
  const now = performance.now()
  const dueNow = Math.floor(((now - startedAt) / 1000) * rate)
  for (let number = due; number < dueNow; number += 1) {
    const dueAt = startedAt + (number / rate) * 1000
    lateMs = Math.max(lateMs, now - dueAt)
    const line = idle.pop() ?? (open < task.lines ? openLine() : undefined)
    if (line) ask(line, dueAt)
    else unsent += 1
  }
  if (now - startedAt < task.seconds * 1000) setTimeout(keepRate, 1, rate, dueNow)
  else finish()
}

function finish() {
  isOver = true
  const { user, system } = process.cpuUsage()
  const result: Result = {
    seconds: (performance.now() - startedAt) / 1000,
    unsent,
    lateMs,
    cpuSeconds: (user + system) / 1e6,
    kinds: results,
  }
  process.stdout.write(JSON.stringify(result), () => process.exit(0))
}

if (task.rate === undefined) {
  for (let count = 0; count < task.lines; count += 1) ask(openLine(), performance.now())
  setTimeout(finish, task.seconds * 1000)
} else {
  keepRate(task.rate, 0)
}
