import type { WriteStream } from 'node:tty'
import type { OnProgress } from '#app/server/backup/manifest.ts'

/** One line that is written over and over on a terminal; one line for each thing done anywhere else. */
export function commandProgress(output: Pick<WriteStream, 'write' | 'isTTY'>) {
  let shown: string | undefined
  const show: OnProgress = ({ doing, done, of }) => {
    const count = of > 1 ? ` ${done} of ${of}` : ''
    if (output.isTTY) output.write(`\r\x1b[K${doing}${count}`)
    else if (doing !== shown) output.write(`${doing}${of > 1 ? ` (${of})` : ''}\n`)
    shown = doing
  }
  return {
    show,
    end() {
      if (output.isTTY) output.write('\r\x1b[K')
    },
  }
}

/** Runs a command for the person at the terminal: what to do, not where in our code it was noticed. */
export async function runCommand(work: () => Promise<number>): Promise<void> {
  process.exitCode = await work().catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error)
    if (process.env.LOG_LEVEL === 'debug') console.error(error)
    return 1
  })
}
