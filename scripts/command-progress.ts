import type { WriteStream } from 'node:tty'
import type { OnProgress } from '#app/server/backup/manifest.ts'

/** Shows progress: on a terminal in one line that is overwritten, otherwise a line per step. */
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

/** An error in the arguments, printed together with the usage. */
export class Mistyped extends Error {}

const WRONG_USAGE = 2

/**
 * Runs a command and prints errors as messages, without a stack trace. With `--help` it only prints the
 * usage.
 */
export async function runCommand(usage: string, work: () => Promise<number>): Promise<void> {
  if (process.argv.includes('--help')) {
    console.log(usage)
    return
  }
  process.exitCode = await work().catch((error: unknown) => {
    const wrong = whatIsMistyped(error)
    if (wrong !== undefined) {
      console.error(`${wrong}\n\n${usage}`)
      return WRONG_USAGE
    }
    console.error(error instanceof Error ? error.message : error)
    if (process.env.LOG_LEVEL === 'debug') console.error(error)
    return 1
  })
}

/** Rejects arguments for a command that takes none, so that nobody believes an ignored one took effect. */
export function takeNoWords(): void {
  const [word] = process.argv.slice(2)
  if (word !== undefined) throw new Mistyped(`There is no ${word} here: it takes no options.`)
}

/**
 * The message for an argument error; undefined for other errors. Node adds advice for programmers after the
 * first sentence, which is dropped.
 */
function whatIsMistyped(error: unknown): string | undefined {
  if (error instanceof Mistyped) return error.message
  if (!(error instanceof Error && 'code' in error)) return
  if (!String(error.code).startsWith('ERR_PARSE_ARGS_')) return
  const [sentence = ''] = error.message.split(/\.\s/)
  return `${sentence.replace(/\.$/, '')}.`
}
