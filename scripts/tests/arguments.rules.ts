/** Journeys run in Chromium, the main ones in Firefox too. */
type Kind = 'tests' | 'journeys' | 'journeys in Firefox'

/** The parsed arguments of `npm test`. */
export type Wanted =
  | { run: 'everything' }
  /** `names` are parts of file names, matching any of them; empty means all. */
  | { run: Kind; names: string[]; title: string | undefined; isWatching: boolean }
  | { run: 'nothing'; because: string }

const USAGE =
  'npm test -- [part of a name ...] [--watch | --e2e | --firefox] [-t "part of a title"]; without any of it everything runs'

const FLAGS = ['--watch', '--e2e', '--firefox']

export function readArguments(args: string[]): Wanted {
  const names: string[] = []
  const flags = new Set<string>()
  let title: string | undefined
  const all = args.values()
  for (const arg of all) {
    if (arg === '-t') {
      title = all.next().value
      if (!title || title.startsWith('-')) return refuse('-t needs part of a title')
    } else if (FLAGS.includes(arg)) flags.add(arg)
    else if (arg.startsWith('-') || arg.trim() === '') return refuse(`"${arg}" means nothing here`)
    else names.push(arg)
  }
  if (args.length === 0) return { run: 'everything' }
  const isWatching = flags.delete('--watch')
  const [browser, other] = flags
  if (other) return refuse('journeys are made in one browser at a time')
  if (browser && isWatching) return refuse('journeys cannot be watched')
  return { run: kindOf(browser), names, title, isWatching }
}

function kindOf(browser: string | undefined): Kind {
  if (!browser) return 'tests'
  return browser === '--e2e' ? 'journeys' : 'journeys in Firefox'
}

function refuse(because: string): Wanted {
  return { run: 'nothing', because: `${because}: ${USAGE}` }
}
