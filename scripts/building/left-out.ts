import type { Plugin } from 'vite'

type LeftOut = {
  /** The end of the file's path. */
  file: string
  /** Replacements of the exports in use, by name; every other export throws when called. */
  kept: Record<string, string>
  /** Code that the replacements need. */
  before?: string
}

/**
 * Dead code in a file that is used: conditions that are never true on our pages, and functions that only they
 * reach. A condition includes its closing bracket if the name alone is also a parameter.
 */
type NeverTrue = { file: string; conditions: string[]; functions: string[] }

/**
 * Parts of libraries that our pages never reach and that bundlers cannot recognize as unused, with
 * replacements that behave the same without them.
 */
const LEFT_OUT: LeftOut[] = [
  // Instrumentation of the router from outside.
  {
    file: 'react-router/dist/production/lib/router/instrumentation.js',
    kept: { consumeInstrumentationClientResultMetaReceiver: '() => undefined' },
  },
  // Prefetching by a framework's route manifest, which we do not have.
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
  // Mutations: our changes are plain API calls.
  {
    file: 'query-core/build/modern/mutationCache.js',
    kept: {
      MutationCache:
        'class { clear() {} findAll() { return [] } resumePausedMutations() { return Promise.resolve() } }',
    },
  },
  // Timers other than the browser's.
  {
    file: 'query-core/build/modern/timeoutManager.js',
    kept: {
      timeoutManager: 'globalThis',
      systemSetTimeoutZero: '(callback) => setTimeout(callback)',
    },
  },
  // Focus tracking: we never refetch on focus.
  {
    file: 'query-core/build/modern/focusManager.js',
    kept: {
      focusManager: '{ subscribe: () => () => {}, isFocused: () => !document.hidden }',
    },
  },
  // Suspense and error boundaries for queries: our components read the state of a query instead.
  {
    file: 'react-query/build/modern/suspense.js',
    kept: {
      // Called for every query; throws if one does use suspense.
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
  // Persisted answers, which we do not have.
  {
    file: 'react-query/build/modern/IsRestoringProvider.js',
    kept: { useIsRestoring: '() => false' },
  },
]

const NEVER_TRUE: NeverTrue[] = [
  {
    file: 'react-router/dist/production/lib/router/router.js',
    conditions: [
      // Route discovery: our router knows all routes.
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
      // Loading data with a fetcher: our fetchers only submit forms.
      'handleFetcherLoader',
    ],
  },
]

/**
 * Errors created once at start-up, as sentinels to compare with. Their stacks are useless, and a browser with
 * developer tools attached parses all scripts twice more to record them.
 */
const MADE_AT_START = {
  file: 'react-dom/cjs/react-dom-client.production.js',
  each: /(?<=^[ \w]*Exception = )Error(?=\(formatProdErrorMessage)/gm,
  count: 5,
}

/** Properties of pages that only servers need, one per line. */
const OF_SERVERS = {
  file: 'src/shared/pages.ts',
  lines: /^ +(?:searchEngines|isShared|takesForm|isFormOnly|isOneForOthers|mayRepeat): .*,\n/gm,
}

/** Removes them from the browser build. Fails the build if a part no longer matches, because it has moved. */
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

/** Replaces the conditions by false, so that the minifier removes what depends on them. */
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
