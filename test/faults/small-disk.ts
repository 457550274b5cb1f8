import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { MB } from '#app/shared/counts.ts'

export type SmallDisk = {
  folder: string
  /** Writes this many megabytes; fills the disk if not given. */
  fill: (megabytes?: number) => void
  free: () => void
  setReadOnly: (isReadOnly: boolean) => void
  remove: () => void
}

/** Why a test cannot mount its own disk here; undefined where it can. */
export const noSmallDisk =
  process.platform === 'linux' && process.getuid?.() === 0
    ? undefined
    : 'a disk of its own needs root on Linux'

/** Mounts an in-memory disk that is so small that it is soon full. */
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
        // Other writers took some of the space meanwhile: the disk is full all the same.
        if (megabytes !== undefined || (error as NodeJS.ErrnoException).code !== 'ENOSPC')
          throw error
      }
    },
    free: () => rmSync(filler, { force: true }),
    // A read-only mount over the first one: files open for writing stay on the first and do not block it.
    setReadOnly: (isReadOnly) => {
      if (!isReadOnly) return void execFileSync('umount', [folder])
      execFileSync('mount', ['--bind', folder, folder])
      execFileSync('mount', ['-o', 'remount,bind,ro', folder])
    },
    remove: () => {
      // A lazy unmount: a process that still has a file open keeps the disk until it exits.
      execFileSync('umount', ['--lazy', folder])
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
