import { appendFileSync } from 'node:fs'
import { watchStalls } from './stalls.ts'

// Loaded into the server before the product (`--import`): measures the longest stall of its event loop since
// the last SIGUSR2, on which it writes a line to the file of STALLS_FILE.

const { read, forget } = watchStalls()

process.on('SIGUSR2', () => {
  appendFileSync(process.env.STALLS_FILE ?? '', `${JSON.stringify(read())}\n`)
  forget()
})
