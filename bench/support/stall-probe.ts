import { appendFileSync } from 'node:fs'
import { watchStalls } from './stalls.ts'

// Loaded into the server before the product itself (`--import`): how long its event loop stood still
// since it was last asked, with SIGUSR2. Answers with a line in the file of STALLS_FILE.

const { read, forget } = watchStalls()

process.on('SIGUSR2', () => {
  appendFileSync(process.env.STALLS_FILE ?? '', `${JSON.stringify(read())}\n`)
  forget()
})
