// Replaces the workers of `npm run start:cluster`, one after the other: npm run roll

import { setTimeout as delay } from 'node:timers/promises'
import { readClusterState } from '#app/server/cluster/state-file.ts'
import { readConfig } from '#app/server/config/config.ts'
import { runCommand, takeNoWords } from './command-progress.ts'

const LOOK_AGAIN_MS = 200

const USAGE = `Usage: npm run roll

Exchanges the workers of npm run start:cluster, one after the other, for new ones. Reads DATA_DIR as they do.`

await runCommand(USAGE, async () => {
  takeNoWords()
  return roll(readConfig(process.env).dataDir)
})

async function roll(dataDir: string): Promise<number> {
  const before = readClusterState(dataDir)
  if (!before) {
    console.error(`Nobody keeps workers on DATA_DIR, which is ${dataDir}.`)
    return 1
  }
  process.kill(before.pid, 'SIGHUP')
  for (;;) {
    await delay(LOOK_AGAIN_MS)
    const now = readClusterState(dataDir)
    if (now?.pid !== before.pid) {
      console.error('It has stopped meanwhile.')
      return 1
    }
    if (now.exchanges === before.exchanges) continue
    console.log(
      now.hasFailed
        ? 'The new workers do not start, and the others go on: the log says why.'
        : 'All workers are new.',
    )
    return now.hasFailed ? 1 : 0
  }
}
