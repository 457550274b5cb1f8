import fs from 'node:fs/promises'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { AppContext } from '#app/server/context.ts'
import { logSometimes } from '#app/server/log-sometimes.ts'
import { createFolderStorage } from '#app/server/storage/folder.ts'
import { DAY_MS } from '#app/shared/dates.ts'

type Ctx = Pick<AppContext, 'config' | 'log' | 'now'>

/** A picture nobody has asked for in so long is drawn anew when somebody does. */
const KEPT_FOR_MS = 30 * DAY_MS
/** Some three hundred megabytes; past it those that were asked for longest ago go first. */
const MOST_FILES = 5000

/** Share pictures that were drawn, on the disk of this machine, named by their key. */
export function createDrawnFiles(ctx: Ctx) {
  const folder = folderOf(ctx)
  const files = createFolderStorage(folder)
  return {
    read: async (key: string): Promise<Buffer | undefined> => {
      try {
        const file = await files.read(`${key}.jpg`)
        if (!file) return
        const [jpeg] = await Promise.all([buffer(file.body), touch(ctx, fileOf(folder, key))])
        return jpeg
      } catch (error) {
        noteFailure(ctx, { err: error })
      }
    },

    /** A disk that takes nothing costs no picture, only the next drawing of it. */
    write: async (key: string, jpeg: Buffer): Promise<void> => {
      try {
        await files.put(`${key}.jpg`, jpeg, 'image/jpeg')
        await touch(ctx, fileOf(folder, key))
      } catch (error) {
        noteFailure(ctx, { err: error })
      }
    },
  }
}

const noteFailure = logSometimes('a drawn share picture could not be kept', 'warn')

/** Deletes those nobody asks for any more, and what is more than there is room for. */
export async function purgeDrawnFiles(ctx: Ctx, mostFiles = MOST_FILES): Promise<void> {
  const oldest = ctx.now().getTime() - KEPT_FOR_MS
  const files = await listFiles(folderOf(ctx))
  files.sort((a, b) => b.askedAt - a.askedAt)
  for (const [index, { name, askedAt }] of files.entries()) {
    if (index >= mostFiles || askedAt < oldest) await fs.rm(name, { force: true })
  }
}

async function listFiles(folder: string): Promise<Array<{ name: string; askedAt: number }>> {
  const names = await fs.readdir(folder, { recursive: true }).catch(() => [])
  const found = []
  for (const each of names) {
    const name = path.join(folder, each)
    // Another process may have deleted it meanwhile.
    const stats = await fs.stat(name).catch(() => undefined)
    if (stats?.isFile()) found.push({ name, askedAt: stats.mtimeMs })
  }
  return found
}

async function touch({ now }: Ctx, file: string): Promise<void> {
  // It may be purged at this moment.
  await fs.utimes(file, now(), now()).catch(() => {})
}

function folderOf({ config }: Ctx): string {
  return path.join(config.dataDir, 'share-pictures')
}

/** As the folder storage lays files out. */
function fileOf(folder: string, key: string): string {
  return path.join(folder, key.slice(0, 2), `${key}.jpg`)
}
