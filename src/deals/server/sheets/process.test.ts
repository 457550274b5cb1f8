import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { MB } from '#app/shared/counts.ts'
import { runSheetProgram } from './process.ts'

test('a program that takes more than half a gigabyte is ended, also where no heap is full', async () => {
  let given = 0
  function* endless() {
    // Input is kept in buffers, which do not count towards the heap limit.
    for (; given < 2000 * MB; given += MB) yield Buffer.alloc(MB, 'a')
  }
  const { isTooLarge, isOutOfTime } = await runSheetProgram(
    'parser.ts',
    ['csv'],
    endless(),
    async (output) => (await buffer(output)).toString(),
  )
  expect({ isTooLarge, isOutOfTime }).toEqual({ isTooLarge: true, isOutOfTime: false })
  expect(given).toBeLessThan(2000 * MB)
})
