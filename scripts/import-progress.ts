import type { WriteStream } from 'node:tty'
import type { ImportProgress } from '#app/deals/server/import/report.ts'

const DOING = {
  reading: 'Reading the sheet',
  checking: 'Checking rows',
  pictures: 'Preparing pictures',
  writing: 'Writing deals',
}

/** Shows progress: on a terminal in one line that is overwritten, otherwise a line per stage. */
export function progressLine(output: Pick<WriteStream, 'write' | 'isTTY'>) {
  let shownStage: ImportProgress['stage'] | undefined
  return {
    show({ stage, done, total }: ImportProgress) {
      const count = total > 0 ? ` ${done} of ${total}` : ''
      if (output.isTTY) output.write(`\r\x1b[K${DOING[stage]}${count}`)
      else if (stage !== shownStage) output.write(`${DOING[stage]}\n`)
      shownStage = stage
    },
    end() {
      if (output.isTTY) output.write('\r\x1b[K')
    },
  }
}
