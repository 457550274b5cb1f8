import { expect, test } from 'vitest'
import { readArguments } from './arguments.rules.ts'

const some = { names: [], title: undefined, isWatching: false }

test.each([
  [[], { run: 'everything' }],
  [['feed'], { ...some, run: 'tests', names: ['feed'] }],
  [['feed', 'src/db'], { ...some, run: 'tests', names: ['feed', 'src/db'] }],
  [['--watch'], { ...some, run: 'tests', isWatching: true }],
  [['money', '--watch'], { ...some, run: 'tests', names: ['money'], isWatching: true }],
  [['--e2e'], { ...some, run: 'journeys' }],
  [['--firefox'], { ...some, run: 'journeys in Firefox' }],
  [['--firefox', 'joining'], { ...some, run: 'journeys in Firefox', names: ['joining'] }],
  [['--e2e', 'live', 'admin'], { ...some, run: 'journeys', names: ['live', 'admin'] }],
  [['feed', '-t', 'one day'], { ...some, run: 'tests', names: ['feed'], title: 'one day' }],
  [['-t', 'a word'], { ...some, run: 'tests', title: 'a word' }],
])('%j is understood', (args, wanted) => {
  expect(readArguments(args)).toEqual(wanted)
})

test.each([
  [['--coverage'], '"--coverage" means nothing here: '],
  [['feed', '-u'], '"-u" means nothing here: '],
  [[''], '"" means nothing here: '],
  [['--e2e=live'], '"--e2e=live" means nothing here: '],
  [['-t', '--e2e'], '-t needs part of a title: '],
  [['-t'], '-t needs part of a title: '],
  [['--watch', '--e2e'], 'journeys cannot be watched: '],
  [['--firefox', '--watch'], 'journeys cannot be watched: '],
  [['--firefox', '--e2e'], 'journeys are made in one browser at a time: '],
])('%j is refused in one line that says what may be asked', (args, because) => {
  const wanted = readArguments(args)
  expect(wanted).toEqual({ run: 'nothing', because: expect.stringContaining(because) })
  expect(wanted).toEqual({ run: 'nothing', because: expect.not.stringContaining('\n') })
})
