import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { runCommand } from './command.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'nouveau-words-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const run = (script: Parameters<typeof runCommand>[0]['script'], ...args: string[]) =>
  runCommand({ script, args, environment: { DATA_DIR: path.join(folder, 'data') } })

describe('a command', () => {
  test.each([
    'backup',
    'restore',
    'move',
    'held-mails',
    'sale',
    'roll',
    'start',
    'start-cluster',
  ] as const)('(%s) says how it is used when it is asked, and does nothing', async (script) => {
    const { code, output } = await run(script, '--help', 'whatever')
    expect(output).toMatch(/^Usage: npm /)
    expect(code).toBe(0)
    expect(readdirSync(folder)).toEqual([])
  })

  test.each([
    ['backup', ['--keep', '2'], 'Name the place for backups.'],
    ['backup', ['there', '--keep'], "Option '--keep <value>' argument missing."],
    ['backup', ['there', '--wrong'], "Unknown option '--wrong'."],
    ['restore', ['--replace'], 'Name the place of the backup.'],
    ['restore', ['there', '--already'], '--already brings nothing back: '],
    ['move', [], 'Say where it goes: --to, or DATABASE_URL.'],
    ['move', ['--to', 'mysql://x'], 'What --to names is not a postgres:// address.'],
    ['held-mails', ['send'], 'Mails are released or dropped; send is neither.'],
    ['held-mails', ['release'], 'Say which: ids of mails, or all.'],
    ['sale', ['67'], 'Give a price, a first day and a last day.'],
    ['sale', ['67', '2099-11-27', '2099-11-31'], 'There is no November 31 in 2099.'],
    ['roll', ['--wrong'], 'There is no --wrong here: it takes no options.'],
    ['start', ['--wrong'], 'There is no --wrong here: it takes no options.'],
    ['start-cluster', ['now'], 'There is no now here: it takes no options.'],
  ] as const)('%s %j says first what is wrong with that, and does nothing', async (...typed) => {
    const [script, words, complaint] = typed
    const { code, output } = await run(script, ...words)
    expect(output.slice(0, complaint.length)).toBe(complaint)
    expect(output).toContain('\n\nUsage: npm ')
    expect(code).toBe(2)
    expect(readdirSync(folder)).toEqual([])
  })
})
