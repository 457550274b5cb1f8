type LineReader = {
  /** The lines that are complete by now and were not before; takes all of the text so far. */
  read: (textSoFar: string) => unknown[]
  /** What is left when the text is over: a last line needs no line break. */
  end: (text: string) => unknown[]
}

/** Reads lines of JSON out of an answer that grows. A line that is no JSON throws. */
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

/** Once an answer has begun its status stands: a failure after that comes as a line. */
export function isLateFailure(line: unknown): line is LateFailure {
  if (typeof line !== 'object' || line === null) return false
  const { status, error } = line as Partial<LateFailure>
  return typeof status === 'number' && typeof error === 'string'
}
