type LineReader = {
  /** The lines completed since the last call; takes all of the text so far. */
  read: (textSoFar: string) => unknown[]
  /** The remaining lines at the end: the last one needs no line break. */
  end: (text: string) => unknown[]
}

/** Reads lines of JSON from a growing response. Throws on a line that is not JSON. */
export function createLineReader(): LineReader {
  let readUpTo = 0
  return {
    read(textSoFar) {
      const end = textSoFar.lastIndexOf('\n') + 1
      if (end <= readUpTo) return []
      const lines = parseLines(textSoFar.slice(readUpTo, end))
      readUpTo = end
      return lines
    },
    end(text) {
      const lines = parseLines(text.slice(readUpTo))
      readUpTo = text.length
      return lines
    },
  }
}

function parseLines(text: string): unknown[] {
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line))
}

type LateFailure = { status: number; error: string }

/** Whether a line reports a failure: once a response has begun, its status can no longer change. */
export function isLateFailure(line: unknown): line is LateFailure {
  if (typeof line !== 'object' || line === null) return false
  const { status, error } = line as Partial<LateFailure>
  return typeof status === 'number' && typeof error === 'string'
}
