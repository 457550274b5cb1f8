import { Problem } from '#app/server/problem.ts'

const FULL = ['ENOSPC', 'EDQUOT', 'EFBIG']
const CLOSED = ['EROFS', 'EACCES', 'EPERM']

/** Whether the disk is full or not writable. */
export function isNotTaken(error: unknown): boolean {
  return [...FULL, ...CLOSED].includes(codeOf(error))
}

/** The 507 answer for that case; the log names the setting to look at. */
export function notStored(
  error: unknown,
  { what, setting }: { what: string; setting: 'DATA_DIR' | 'S3_BUCKET' },
): Problem {
  const isClosed = CLOSED.includes(codeOf(error))
  return new Problem(
    507,
    isClosed ? 'storage-closed' : 'storage-full',
    isClosed
      ? `There is no place for ${what} right now. Please try again later.`
      : `There is no room left for ${what}.`,
    {
      reason: {
        words: isClosed ? `${setting} cannot be written to` : `${setting} has no room left`,
        error,
      },
    },
  )
}

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException | undefined)?.code ?? ''
}
