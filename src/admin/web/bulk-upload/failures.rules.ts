/** What went wrong with an upload, said beside the panel. */
export type BulkFailure = {
  message: string
  /** Whether the same can simply be tried once more. */
  canTryAgain: boolean
}

type Heard = { code: string | undefined; serverText: string | undefined; status: number }

/** By what the server said, and by what was under way; undefined when nothing was heard. */
export function describeFailure(
  heard: Heard | undefined,
  during: 'checking' | 'importing',
): BulkFailure {
  // Without any answer the line is broken, or was never there.
  if (!heard || heard.status === 0 || heard.code === 'connection-lost') {
    return { message: LOST[during], canTryAgain: true }
  }
  return {
    message: heard.serverText ?? 'Failed to process bulk upload',
    canTryAgain: heard.status >= 500 || heard.status === 429 || heard.status === 401,
  }
}

const LOST = {
  checking: 'The connection was lost. Your files are still chosen, and nothing has been written.',
  importing:
    'The connection was lost on the way. Either every row was imported or none: check again to see which. No deal is ever made twice.',
}

/** The zip on the disk is no longer the one that was chosen. */
export const FILE_CHANGED: BulkFailure = {
  message: 'The zip has changed or moved since it was chosen. Choose it again.',
  canTryAgain: false,
}
