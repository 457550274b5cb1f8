// Builds whatever is out of date: npm run build
import { parseArgs } from 'node:util'
import { buildHere } from '#scripts/building/product.ts'
import { runCommand } from './command-progress.ts'

const USAGE = `Usage: npm run build [-- --with-devtools]

  --with-devtools  the site with the developer tools, in a folder of its own
  --help           show this

Builds of the site and the server what has changed since the last time, and an empty database.`

await runCommand(USAGE, async () => {
  const { values } = parseArgs({
    options: { 'with-devtools': { type: 'boolean', default: false } },
  })
  await buildHere({ hasDevTools: values['with-devtools'] })
  return 0
})
