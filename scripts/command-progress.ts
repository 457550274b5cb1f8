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

/** What was typed makes no sense: said together with how it is typed. */
export class Mistyped extends Error {}

const WRONG_USAGE = 2

/**
 * Runs a command for the person at the terminal: what to do, not where in our code it was noticed. Asked for
 * help it does nothing else, whatever else was typed.
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

/** For a command that takes no words: one that is ignored would be taken for granted. */
export function takeNoWords(): void {
  const [word] = process.argv.slice(2)
  if (word !== undefined) throw new Mistyped(`There is no ${word} here: it takes no options.`)
}

/** Node's own complaints about options have an advice for programmers behind the first sentence. */
function whatIsMistyped(error: unknown): string | undefined {
  if (error instanceof Mistyped) return error.message
  if (!(error instanceof Error && 'code' in error)) return
  if (!String(error.code).startsWith('ERR_PARSE_ARGS_')) return
  const [sentence = ''] = error.message.split(/\.\s/)
  return `${sentence.replace(/\.$/, '')}.`
}
