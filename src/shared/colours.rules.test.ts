import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { COLOURS } from './colours.ts'

test('what has no style sheet has the colours of the pages', () => {
  const tokens = readFileSync('src/ui/tokens.css', 'utf8')
  const ofPages = Object.keys(COLOURS).map((name) => {
    const token = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
    return [name, new RegExp(`--color-${token}: (#[0-9a-f]{6});`).exec(tokens)?.[1]]
  })
  expect(COLOURS).toEqual(Object.fromEntries(ofPages))
})
