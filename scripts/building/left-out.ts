import type { Plugin } from 'vite'

type LeftOut = {
  /** How the file's address ends. */
  file: string
  /** What of it is used after all, by name; everything else says so when it is called. */
  kept: Record<string, string>
  /** What the kept ones need. */
  before?: string
}

/**
 * Of a file that is used: what no page of ours makes true, and functions that run for nothing else. A condition ends
 * with its bracket where the name alone is a parameter, too.
 */
type NeverTrue = { file: string; conditions: string[]; functions: string[] }

/**
 * Parts of libraries that no page of ours can reach and that bundlers cannot see to be so. What is in
 * their place does what they do for a site without them.
 */
const LEFT_OUT: LeftOut[] = [
  // Watching a router from outside: nobody does.
  {
    file: 'react-router/dist/production/lib/router/instrumentation.js',
    kept: { consumeInstrumentationClientResultMetaReceiver: '() => undefined' },
  },
  // Prefetching by a framework's manifest of routes: there is none.
  {
    file: 'react-router/dist/production/lib/dom/ssr/components.js',
    before: "import { createContext } from 'react'\nconst noHandlers = {}",
    kept: {
      FrameworkContext: 'createContext(undefined)',
      PrefetchPageLinks: '() => null',
      usePrefetchBehavior: '() => [false, undefined, noHandlers]',
      mergeRefs: '(ref) => ref',
    },
  },
  // Mutations: what changes something is a call of its own.
  {
    file: 'query-core/build/modern/mutationCache.js',
    kept: {
      MutationCache:
        'class { clear() {} findAll() { return [] } resumePausedMutations() { return Promise.resolve() } }',
    },
  },
  // Other timers than the browser's.
  {
    file: 'query-core/build/modern/timeoutManager.js',
    kept: {
      timeoutManager: 'globalThis',
      systemSetTimeoutZero: '(callback) => setTimeout(callback)',
    },
  },
  // Whether somebody looks: nothing is asked again for that.
  {
    file: 'query-core/build/modern/focusManager.js',
    kept: {
      focusManager: '{ subscribe: () => () => {}, isFocused: () => !document.hidden }',
    },
  },
  // Waiting for an answer, or failing, as part of drawing: what draws asks how it stands.
  {
    file: 'react-query/build/modern/suspense.js',
    kept: {
      // What is called for every query tells of one that asks for it after all.
      ensureSuspenseTimers: '({ suspense }) => suspense && leftOut()',
      shouldSuspend: '() => false',
    },
  },
  {
    file: 'react-query/build/modern/errorBoundaryUtils.js',
    kept: {
      ensurePreventErrorBoundaryRetry: '() => {}',
      useClearResetErrorBoundary: '() => {}',
      getHasError: '({ throwOnError }) => throwOnError && leftOut()',
    },
  },
  {
    file: 'react-query/build/modern/QueryErrorResetBoundary.js',
    kept: { useQueryErrorResetBoundary: '() => {}' },
  },
  // Answers kept from one visit to the next: none are.
  {
    file: 'react-query/build/modern/IsRestoringProvider.js',
    kept: { useIsRestoring: '() => false' },
  },
]

const NEVER_TRUE: NeverTrue[] = [
  {
    file: 'react-router/dist/production/lib/router/router.js',
    conditions: [
      // Pages that a router learns of while it is on its way: ours knows all of them.
      'init.patchRoutesOnNavigation',
      'future.unstable_customRouteDiscovery',
      'isFogOfWar)',
      'loadMatch.isDiscovering)',
    ],
    functions: [
      'discoverRoutes',
      'cancelDiscoveryNavigation',
      'patchRoutes',
      'patchRoutesImpl',
      // Fetching what a page shows beside moving to it: fetchers only send forms.
      'handleFetcherLoader',
    ],
  },
]

/**
 * Errors that are made once as the scripts start, to be told apart from others when they are thrown. Where they were
 * made is of no use, and a browser that is looked into, as by its developer tools, reads all scripts twice more to
 * write it down.
 */
const MADE_AT_START = {
  file: 'react-dom/cjs/react-dom-client.production.js',
  each: /(?<=^[ \w]*Exception = )Error(?=\(formatProdErrorMessage)/gm,
  count: 5,
}

/** What of a page only servers have to know, each in a line of its own. */
const OF_SERVERS = {
  file: 'src/shared/pages.ts',
  lines: /^ +(?:searchEngines|isShared|takesForm|isFormOnly|isOneForOthers|mayRepeat): .*,\n/gm,
}

/** Leaves them out of what browsers get. A part that is not met any more has moved: the build says so. */
export function leftOut(): Plugin {
  const met = new Set<string>()
  return {
    name: 'left-out',
    enforce: 'pre',
    apply: 'build',
    transform(code, id) {
      if (this.environment.name === 'client' && id.endsWith(OF_SERVERS.file)) {
        return { code: code.replaceAll(OF_SERVERS.lines, ''), map: null }
      }
      if (this.environment.name !== 'client') return
      const found = LEFT_OUT.find(({ file }) => id.endsWith(file))
      const thinned = NEVER_TRUE.find(({ file }) => id.endsWith(file))
      if (found) met.add(found.file)
      if (thinned) met.add(thinned.file)
      if (found) return { code: replaced(code, found), map: null }
      if (thinned) return { code: withoutNeverTrue(code, thinned), map: null }
      if (id.endsWith(MADE_AT_START.file)) return { code: withoutPlaces(code), map: null }
    },
    buildEnd(error) {
      if (error || this.environment.name !== 'client') return
      const moved = [...LEFT_OUT, ...NEVER_TRUE].find(({ file }) => !met.has(file))
      if (moved) this.error(`${moved.file} is not part of the build any more.`)
    },
  }
}

function replaced(code: string, { file, kept, before = '' }: LeftOut): string {
  const [, list = ''] = code.match(/export \{([^}]*)\};?\s*(?:\/\/.*\s*)?$/) ?? []
  const names = list.split(',').map((name) => name.trim())
  const missing = Object.keys(kept).filter((name) => !names.includes(name))
  if (missing.length > 0) throw new Error(`${file} has no ${missing.join(', ')} any more.`)
  const lines = names.map((name) => `export const ${name} = ${kept[name] ?? 'leftOut'}`)
  return [before, STUB, ...lines].join('\n')
}

/** The minifier takes out whatever follows from a condition that is written down as false. */
function withoutNeverTrue(code: string, { file, conditions, functions }: NeverTrue): string {
  let thinner = code
  for (const condition of conditions) {
    if (!code.includes(condition)) throw new Error(`${file} has no ${condition} any more.`)
    thinner = thinner.replaceAll(condition, condition.endsWith(')') ? 'false)' : 'false')
  }
  for (const name of functions) {
    const whole = new RegExp(`^(\\t*)(?:async )?function ${name}\\([^]*?\\n\\1}$`, 'm')
    if (!whole.test(code)) throw new Error(`${file} has no ${name} any more.`)
    thinner = thinner.replace(whole, `$1const ${name} = leftOut`)
  }
  return `${thinner}\n${STUB}`
}

function withoutPlaces(code: string): string {
  const { file, each, count } = MADE_AT_START
  if (code.match(each)?.length !== count)
    throw new Error(`${file} has not ${count} of them any more.`)
  const placeless =
    'function Placeless(message) { return Object.create(Error.prototype, { message: { value: message } }) }'
  return `${code.replaceAll(each, 'Placeless')}\n${placeless}`
}

const STUB = "function leftOut() { throw new Error('This is left out of the build.') }"
