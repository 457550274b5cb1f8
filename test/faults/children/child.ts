import { type ChildProcess, spawn } from 'node:child_process'
import path from 'node:path'

type Child = {
  process: ChildProcess
  /** What it has printed so far. */
  output: () => string
  /** Its exit code, null when it was killed. */
  ended: Promise<number | null>
}

/** Runs a script of this folder in a process of its own; standard output and error are one text. */
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
