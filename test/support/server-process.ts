import { spawn } from 'node:child_process'
import { buildProduct } from '#scripts/building/product.ts'
import { PROGRAM } from '#scripts/building/program.ts'

export type ServerProcess = {
  pid: number
  /** What it has printed so far, errors included. */
  output: () => string
  /** Resolves with its exit code, null when it was killed. */
  ended: Promise<number | null>
  /** Ends it with SIGKILL, as when the power fails. */
  kill: () => Promise<void>
  /** Asks it to shut down (SIGTERM); returns its exit code. */
  stop: () => Promise<number | null>
}

type Starting = ServerProcess & {
  /** Resolves as soon as it has printed these words; rejects when it ends before that. */
  says: (words: string) => Promise<void>
}

/** Spawns the product in a process of its own. */
export async function spawnServer(environment: Record<string, string>): Promise<Starting> {
  await buildProduct()
  return spawnOurs([PROGRAM], environment)
}

/** Spawns one of our programs in a process of its own. */
export function spawnOurs(command: string[], environment: Record<string, string>): Starting {
  const child = spawn(process.execPath, command, {
    env: { ...process.env, NODE_ENV: 'development', DEMO: '0', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  const end = (signal: 'SIGKILL' | 'SIGTERM') => {
    child.kill(signal)
    return ended
  }
  return {
    pid: child.pid ?? 0,
    output: () => output,
    ended,
    kill: async () => void (await end('SIGKILL')),
    stop: () => end('SIGTERM'),
    says: (words) =>
      new Promise((resolve, reject) => {
        const look = () => output.includes(words) && resolve()
        child.stdout.on('data', look)
        void ended.then(() => reject(new Error(`It ended before it said "${words}": ${output}`)))
        look()
      }),
  }
}

/** Spawns the product and resolves when it takes requests. */
export async function startServer(environment: Record<string, string>): Promise<ServerProcess> {
  const server = await spawnServer(environment)
  await server.says('Nouveau Designer Club:')
  return server
}
