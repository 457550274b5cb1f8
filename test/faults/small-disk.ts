import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { MB } from '#app/shared/counts.ts'

export type SmallDisk = {
  folder: string
  /** Takes so many megabytes; all that are left if not given. */
  fill: (megabytes?: number) => void
  free: () => void
  setReadOnly: (isReadOnly: boolean) => void
  remove: () => void
}

/** Why there can be no disk of a test's own here; undefined where there can. */
export const noSmallDisk =
  process.platform === 'linux' && process.getuid?.() === 0
    ? undefined
    : 'a disk of its own needs root on Linux'

/** A disk in memory, so small that it is soon full. */
export function mountSmallDisk(megabytes: number): SmallDisk {
  const folder = mkdtempSync(path.join(tmpdir(), 'nouveau-disk-'))
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0755`, 'tmpfs', folder])
  const filler = path.join(folder, 'filler')
  return {
    folder,
    fill: (megabytes) => {
      const { bavail, bsize } = statfsSync(folder)
      const bytes = megabytes === undefined ? bavail * bsize : megabytes * MB
      try {
        writeFileSync(filler, Buffer.alloc(bytes))
      } catch (error) {
        // Others have taken some of it meanwhile: it is full all the same.
        if (megabytes !== undefined || (error as NodeJS.ErrnoException).code !== 'ENOSPC')
          throw error
      }
    },
    free: () => rmSync(filler, { force: true }),
    // A second mount over the first: what is open for writing is open in that one.
    setReadOnly: (isReadOnly) => {
      if (!isReadOnly) return void execFileSync('umount', [folder])
      execFileSync('mount', ['--bind', folder, folder])
      execFileSync('mount', ['-o', 'remount,bind,ro', folder])
    },
    remove: () => {
      // Whatever still has a file open there keeps it until it ends.
      execFileSync('umount', ['--lazy', folder])
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
