import fs from 'node:fs/promises'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { AppContext } from '#app/server/context.ts'
import { logSometimes } from '#app/server/log-sometimes.ts'
import { createFolderStorage } from '#app/server/storage/folder.ts'
import { DAY_MS } from '#app/shared/dates.ts'

type Ctx = Pick<AppContext, 'config' | 'log' | 'now'>

/** An image that nobody requested for this long is deleted, and drawn again on the next request. */
const KEPT_FOR_MS = 30 * DAY_MS
/** About three hundred megabytes; beyond it the least recently requested ones are deleted. */
const MOST_FILES = 5000

/** A disk cache of drawn share images, by key. */
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

    /** A failing disk costs only another drawing later. */
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

/** Deletes images that nobody requests any more, and those above the limit. */
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
  // It may be deleted concurrently.
  await fs.utimes(file, now(), now()).catch(() => {})
}

function folderOf({ config }: Ctx): string {
  return path.join(config.dataDir, 'share-pictures')
}

/** Must match the layout of the folder storage. */
function fileOf(folder: string, key: string): string {
  return path.join(folder, key.slice(0, 2), `${key}.jpg`)
}
