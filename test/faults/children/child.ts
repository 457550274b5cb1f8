import { type ChildProcess, spawn } from 'node:child_process'
import path from 'node:path'

type Child = {
  process: ChildProcess
  /** Returns the output so far. */
  output: () => string
  /** Resolves to the exit code, or null when the process was killed. */
  ended: Promise<number | null>
}

/** Runs a script of this folder in its own process; stdout and stderr are merged. */
export function startChild(script: string, ...args: string[]): Child {
  const file = path.join(import.meta.dirname, script)
  const child = spawn(process.execPath, [file, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  return {
    process: child,
    output: () => output,
    ended: new Promise((resolve) => child.once('close', (code) => resolve(code))),
  }
}
