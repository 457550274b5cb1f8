import { type ChildProcess, spawn } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'

export type ServerProcess = {
  /** As when the power fails. */
  kill: () => Promise<void>
  /** As it is meant to end; answers its exit code. */
  stop: () => Promise<number | null>
}

/** The product in a process of its own; resolves when it takes requests. */
export async function startServerProcess(
  environment: Record<string, string>,
): Promise<ServerProcess> {
  const child = spawn(process.execPath, ['src/main.ts'], {
    env: { ...process.env, NODE_ENV: 'development', DEMO: '0', LOG_LEVEL: 'error', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  for (let tries = 0; !output.includes('Nouveau Designer Club:'); tries += 1) {
    if (child.exitCode !== null || tries > 400) throw new Error(`It did not start: ${output}`)
    await delay(100)
  }
  return {
    kill: async () => {
      await end(child, 'SIGKILL')
    },
    stop: () => end(child, 'SIGTERM'),
  }
}

async function end(child: ChildProcess, signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null> {
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  child.kill(signal)
  return ended
}
