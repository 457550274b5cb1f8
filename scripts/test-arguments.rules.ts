/** What `npm test` was asked for. */
export type Wanted =
  | { run: 'everything' }
  /** `names` are parts of files' names, any of them; none of them means all. */
  | { run: 'tests' | 'journeys'; names: string[]; title: string | undefined; isWatching: boolean }
  | { run: 'nothing'; because: string }

const USAGE =
  'npm test -- [part of a name ...] [--watch | --e2e] [-t "part of a title"]; without any of it everything runs'

export function readArguments(args: string[]): Wanted {
  const names: string[] = []
  const flags = new Set<string>()
  let title: string | undefined
  const all = args.values()
  for (const arg of all) {
    if (arg === '-t') {
      title = all.next().value
      if (!title || title.startsWith('-')) return refuse('-t needs part of a title')
    } else if (arg === '--watch' || arg === '--e2e') flags.add(arg)
    else if (arg.startsWith('-') || arg.trim() === '') return refuse(`"${arg}" means nothing here`)
    else names.push(arg)
  }
  if (args.length === 0) return { run: 'everything' }
  const [isWatching, isBrowsing] = [flags.has('--watch'), flags.has('--e2e')]
  if (isWatching && isBrowsing) return refuse('journeys cannot be watched')
  return { run: isBrowsing ? 'journeys' : 'tests', names, title, isWatching }
}

function refuse(because: string): Wanted {
  return { run: 'nothing', because: `${because}: ${USAGE}` }
}
