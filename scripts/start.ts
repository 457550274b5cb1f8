// Builds whatever is out of date and serves from one process: npm start
import { buildProduct } from '#scripts/building/product.ts'
import { runProgram } from '#scripts/building/program.ts'
import { runCommand, takeNoWords } from './command-progress.ts'

const USAGE = `Usage: npm start

Serves from one process. Its settings are variables of the environment: docs/operations.md.`

await runCommand(USAGE, async () => {
  takeNoWords()
  // The configuration decides whether the developer tools are allowed.
  await buildProduct({ hasDevTools: process.env.DEV_TOOLS === '1' })
  await runProgram()
  return 0
})
