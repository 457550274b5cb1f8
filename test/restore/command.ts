import { spawn } from 'node:child_process'

export type Ended = { code: number | null; output: string }

type Running = {
  script:
    | 'backup'
    | 'restore'
    | 'move'
    | 'held-mails'
    | 'sale'
    | 'import'
    | 'roll'
    | 'start'
    | 'start-cluster'
  args: string[]
  environment: Record<string, string>
  /** Kills the command, as in a power cut, once it has printed this many lines; undefined lets it finish. */
  killAfterLines?: number | undefined
}

/** Runs an operator's command in its own process. */
export async function runCommand(running: Running): Promise<Ended> {
  const { script, args, environment, killAfterLines = Number.POSITIVE_INFINITY } = running
  const child = spawn(process.execPath, [`scripts/${script}.ts`, ...args], {
    env: { ...process.env, NODE_ENV: 'development', DATABASE_URL: '', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
      if (output.split('\n').length > killAfterLines) child.kill('SIGKILL')
    })
  }
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  return { code, output }
}

/** Repeats the command, killed a little later each time, until it finishes; returns the number of kills. */
export async function runThroughKills(
  running: Omit<Running, 'killAfterLines'>,
  everyLines = 2,
): Promise<Ended & { kills: number }> {
  for (let kills = 0; kills < 40; kills += 1) {
    const ended = await runCommand({ ...running, killAfterLines: 1 + kills * everyLines })
    // Killed while it printed this, it has finished all the same.
    const isThrough = /very table (is )?as it was/.test(ended.output)
    if (ended.code !== null || isThrough) return { ...ended, kills }
  }
  throw new Error('It never gets through.')
}
