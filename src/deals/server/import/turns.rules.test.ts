import { expect, test } from 'vitest'
import { mapInTurns } from './turns.ts'

/** Takes as long as many rows do. */
function work(n: number): number {
  const until = performance.now() + 2
  while (performance.now() < until);
  return n * 2
}

test('everybody else has a turn every few rows, and no row is left out', async () => {
  let turns = 0
  let isOver = false
  const countTurn = () => {
    turns += 1
    if (!isOver) setImmediate(countTurn)
  }
  setImmediate(countTurn)
  const rows = Array.from({ length: 40 }, (_, n) => n)
  const noted: number[] = []
  const made = await mapInTurns(rows, work, (done) => noted.push(done))
  isOver = true
  expect(made).toEqual(rows.map((n) => n * 2))
  // 80 ms of work in slices of five: at least every fourth row yields.
  expect(turns).toBeGreaterThan(8)
  expect(noted).toEqual([...new Set(noted)].toSorted((a, b) => a - b))
})
