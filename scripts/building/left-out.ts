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
      const found = LEFT_OUT.find(({ file }) => id.endsWith(file))
      if (!found || this.environment.name !== 'client') return
      met.add(found.file)
      return { code: replaced(code, found), map: null }
    },
    buildEnd(error) {
      if (error || this.environment.name !== 'client') return
      const moved = LEFT_OUT.find(({ file }) => !met.has(file))
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
  const stub = "function leftOut() { throw new Error('This is left out of the build.') }"
  return [before, stub, ...lines].join('\n')
}
