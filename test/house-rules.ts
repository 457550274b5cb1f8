import path from 'node:path'
import {
  FRONT_DOORS,
  type Kind,
  MAY_IMPORT,
  MAY_NAME_PAID_COLUMNS,
  MOST_FILES,
  PAID_COLUMNS,
  ROOMS,
  SLICES,
  TABLE_WRITERS,
} from './house-map.ts'

/** File name -> source, from the root of the repository. */
type Sources = Record<string, string>

/** Returns every breach of the house's rules as a sentence; an empty list is the goal. */
export function findBreaches(sources: Sources): string[] {
  return [
    ...Object.entries(sources).flatMap(([file, source]) => [
      ...breachesOfPaths(file, source),
      ...(isProduct(file) ? breachesOfArrows(file, source) : []),
      ...(isProduct(file) ? breachesOfContent(file, source) : []),
      ...(file.includes('.test.') && /^\s*vi\.(mock|doMock)\(/m.test(source)
        ? [`${file} mocks a module: ours are never mocked`]
        : []),
    ]),
    ...circlesOf(sources),
    ...crowdedFolders(Object.keys(sources)),
  ]
}

function isProduct(file: string) {
  return /^(src|sandbox)\//.test(file) && !file.includes('.test.')
}

type Place = { kind: Kind; slice?: string; half?: string; room?: string }

/** The place of a file, or undefined when it has none in the house. */
function placeOf(file: string): Place | undefined {
  const [top, folder = '', half = '', ...deeper] = file.split('/')
  if (top === 'sandbox') {
    if (folder !== 'payments') return { kind: 'sandbox' }
    return withRoom({ kind: 'sandbox', half: 'sandbox/payments' }, [half, ...deeper])
  }
  if (half === '') return { kind: 'composition' }
  // Serving the pages and filling an empty database combine the parts too.
  if (folder === 'pages' || folder === 'demo')
    return deeper.length === 0 ? { kind: 'composition' } : undefined
  if (folder === 'ui' || folder === 'db') return { kind: folder }
  if (folder === 'shared' && deeper.length === 0) return { kind: 'shared' }
  if (folder === 'server' || folder === 'web') {
    return withRoom({ kind: folder, half: folder }, [half, ...deeper])
  }
  if (!(SLICES as readonly string[]).includes(folder)) return
  if (half !== 'server' && half !== 'web') {
    return withRoom({ kind: 'slice/facts', slice: folder, half: folder }, [half, ...deeper])
  }
  return withRoom({ kind: `slice/${half}`, slice: folder, half: `${folder}/${half}` }, deeper)
}

/** Adds a file's room: one that `ROOMS` lists, or `.` directly in the half. Undefined for anything deeper. */
function withRoom(place: Place & { half: string }, path: string[]): Place | undefined {
  const [room = '', ...rest] = path
  if (rest.length === 0) return { ...place, room: '.' }
  return rest.length === 1 && ROOMS[place.half]?.includes(room) ? { ...place, room } : undefined
}

/**
 * Imports use `#app/...` across folders, `./...` within one; `../`, barrels and roundabout paths are
 * breaches.
 */
function breachesOfPaths(file: string, source: string): string[] {
  const breaches: string[] = []
  if (/(^|\/)index\.tsx?$/.test(file) || /^export \* from/m.test(source)) {
    breaches.push(`${file} is a barrel`)
  } else if (isProduct(file) && /^export (type )?\{[^}]*\}\s+from\s/m.test(source)) {
    breaches.push(`${file} hands on what is another file's: import it from its owner`)
  }
  for (const { specifier } of importsOf(source)) {
    if (specifier.startsWith('..'))
      breaches.push(`${file} climbs to ${specifier}: say #app/ or #test/`)
    if (/^\.\/.+\//.test(specifier)) breaches.push(`${file} reaches into a folder by ${specifier}`)
    const own = ownFile(file, specifier)
    if (own && specifier.startsWith('#') && path.dirname(own) === path.dirname(file)) {
      breaches.push(`${file} takes the long way to its neighbour ${specifier}: say ./`)
    }
    if (own && path.extname(own) === '')
      breaches.push(`${file} leaves out the extension of ${specifier}`)
  }
  return breaches
}

function breachesOfArrows(file: string, source: string): string[] {
  const from = placeOf(file)
  if (!from) return [`${file} has no place in the house`]
  const breaches: string[] = []
  for (const { specifier, isType } of importsOf(source)) {
    const target = ownFile(file, specifier)
    if (!target) {
      if (file.endsWith('.contract.ts') && specifier !== 'zod') {
        breaches.push(`${file} is a contract and imports ${specifier}`)
      }
      if (file.endsWith('.rules.ts') && !isType)
        breaches.push(`${file} is a rule and uses ${specifier}`)
      continue
    }
    const arrow = `${file} -> ${target}`
    if (!isAllowed(from, target)) breaches.push(`${arrow} is against the arrows`)
    else if (!isOrdered(from, target)) breaches.push(`${arrow} is against the order of rooms`)
    if (file.endsWith('.rules.ts') && !isType && !isForRules(target)) {
      breaches.push(`${arrow}: a rule imports types, facts and other rules`)
    }
    // A contract imports the validator, larger than most pages, so browser code loads it only dynamically.
    const isFetched = source.includes(`import('${specifier}')`)
    if (isOfBrowser(file, from) && !isType && !isFetched && target.endsWith('.contract.ts')) {
      breaches.push(`${arrow}: what browsers load takes types alone from a contract`)
    }
  }
  return breaches
}

function isOfBrowser(file: string, { kind }: Place): boolean {
  return ['slice/web', 'web', 'ui'].includes(kind) && !file.includes('.test.')
}

function isForRules(target: string): boolean {
  return /\.(rules|facts)\.ts$/.test(target) || target.startsWith('src/shared/')
}

function isAllowed(from: Place, target: string): boolean {
  const allowed: readonly string[] = MAY_IMPORT[from.kind]
  if (allowed.includes('anything')) return true
  const to = placeOf(target)
  if (!to) return false
  if (!to.slice) return allowed.includes(to.kind)
  const half = to.kind.replace('slice/', '')
  if (to.slice === from.slice) return allowed.includes(`own ${half}`)
  const [left, right] = [to.slice, from.slice].map((slice) =>
    (SLICES as readonly unknown[]).indexOf(slice),
  )
  if (left === undefined || right === undefined || left >= right) return false
  return half === 'server'
    ? isFrontDoor(target) && allowed.includes('earlier front door')
    : allowed.includes(`earlier ${half}`)
}

/** Whether the import stays within its room or goes to an earlier one. */
function isOrdered(from: Place, target: string): boolean {
  const to = placeOf(target)
  if (!from.half || !from.room || to?.half !== from.half || !to.room) return true
  const order = ROOMS[from.half] ?? []
  const [left, right] = [order.indexOf(to.room), order.indexOf(from.room)]
  // Files directly in the half are ordered only where the table of the half lists `.`.
  if (left < 0 || right < 0) return true
  return left <= right
}

function isFrontDoor(file: string) {
  return FRONT_DOORS.includes(file.replace('src/', ''))
}

function circlesOf(sources: Sources): string[] {
  return circlesAmong(sources).map((circle) => `${circle.join(' and ')} go in a circle`)
}

/** Groups of files that import each other in a cycle, each cycle once. */
export function circlesAmong(sources: Sources, { withTypes = true } = {}): string[][] {
  const targets = new Map(
    Object.entries(sources).map(([file, source]) => [
      file,
      importsOf(source)
        .filter(({ isType }) => withTypes || !isType)
        .flatMap(({ specifier }) => ownFile(file, specifier) ?? [])
        .filter((target) => target !== file && target in sources),
    ]),
  )
  return stronglyConnected(targets)
    .filter((circle) => circle.length > 1)
    .map((circle) => circle.toSorted())
}

/** Exports of a route module: they have the same names in every page, so they are not duplicates. */
const ROUTER_EXPORTS = new Set([
  'Component',
  'ErrorBoundary',
  'HydrateFallback',
  'action',
  'handle',
  'loader',
  'shouldRevalidate',
])

/** Names that more than one file exports, with the files: `dealName: src/a.ts, src/b.ts`. */
export function namesInTwoFiles(sources: Sources): string[] {
  const owners = new Map<string, string[]>()
  for (const [file, source] of Object.entries(sources)) {
    for (const name of exportedNames(source)) {
      owners.set(name, [...(owners.get(name) ?? []), file])
    }
  }
  return [...owners]
    .filter(([, files]) => files.length > 1)
    .map(([name, files]) => `${name}: ${files.toSorted().join(', ')}`)
    .toSorted()
}

/** The exported names of a file, as a set: a schema and its inferred type share one name. */
function exportedNames(source: string): Set<string> {
  const exported = withoutComments(source).matchAll(
    /^export (?:default )?(?:async )?(?:function\*?|const|let|class|type|interface|enum) (\w+)/gm,
  )
  const names = [...exported].map(([, name = '']) => name)
  return new Set(names.filter((name) => !ROUTER_EXPORTS.has(name)))
}

/**
 * Exported names of the product that no other file mentions, not even a test: an export tells a reader that
 * other files use it.
 */
export function exportsOfNobody(sources: Sources): string[] {
  const files = Object.entries(sources)
  const sayers = new Map<string, Set<string>>()
  for (const [file, source] of files) {
    for (const [word] of withoutComments(source).matchAll(/\w+/g)) {
      sayers.set(word, (sayers.get(word) ?? new Set()).add(file))
    }
  }
  return files
    .filter(([file]) => isProduct(file))
    .flatMap(([file, source]) =>
      [...exportedNames(source)]
        .filter((name) => sayers.get(name)?.size === 1)
        .map((name) => `${file}: ${name}`),
    )
}

/** Tarjan's algorithm. */
function stronglyConnected(targets: Map<string, string[]>): string[][] {
  const order = new Map<string, number>()
  const lowest = new Map<string, number>()
  const stack: string[] = []
  const found: string[][] = []
  const visit = (file: string) => {
    order.set(file, order.size)
    lowest.set(file, order.size - 1)
    stack.push(file)
    for (const target of targets.get(file) ?? []) {
      if (!order.has(target)) visit(target)
      if (stack.includes(target)) {
        lowest.set(file, Math.min(lowest.get(file) ?? 0, lowest.get(target) ?? 0))
      }
    }
    if (lowest.get(file) === order.get(file)) found.push(stack.splice(stack.indexOf(file)))
  }
  for (const file of targets.keys()) if (!order.has(file)) visit(file)
  return found
}

function crowdedFolders(files: string[]): string[] {
  const counts = Map.groupBy(
    files.filter((file) => !/\.(test|e2e)\./.test(file)),
    (file) => path.posix.dirname(file),
  )
  return [...counts]
    .filter(([, inside]) => inside.length > MOST_FILES)
    .map(([folder, inside]) => `${folder} is crowded: ${inside.length} files`)
}

function breachesOfContent(file: string, source: string): string[] {
  const code = withoutComments(source)
  const breaches: string[] = []
  if (
    file !== 'src/main.ts' &&
    /process\.env|\benv\b[^;\n]*from 'node:process'|process\[/.test(code)
  ) {
    breaches.push(`${file} reads the environment: only main.ts does`)
  }
  const folder = file.startsWith('sandbox/') ? 'sandbox' : file.split('/')[1]
  for (const table of tablesWrittenBy(code)) {
    if (TABLE_WRITERS[table] !== folder) {
      breaches.push(
        `${file} writes ${table}, which is for ${TABLE_WRITERS[table] ?? 'nobody'} to write`,
      )
    }
  }
  if (SQL.test(code) && !file.endsWith('.queries.ts') && !/^(src\/db|sandbox)\//.test(file)) {
    breaches.push(`${file} asks the database: only *.queries.ts do`)
  }
  const isServerSide =
    file.startsWith('src/') && !/\/(web|ui)\//.test(file) && !file.endsWith('.tsx')
  const mayName = MAY_NAME_PAID_COLUMNS.some((each) =>
    typeof each === 'string' ? each === file : each.test(file),
  )
  const [name] = PAID_COLUMNS.exec(code) ?? []
  if (isServerSide && name && !mayName)
    breaches.push(`${file} names ${name}, which goes out by serialize-deal.ts only`)
  return breaches
}

const SQL = /\bsql(<[^>`]*>)?`|\.(selectFrom|insertInto|updateTable|deleteFrom|mergeInto)\(/

/** Tables written through Kysely or raw SQL. */
function tablesWrittenBy(code: string): string[] {
  const calls = code.matchAll(
    /\b(?:insertInto|updateTable|deleteFrom|mergeInto|replaceInto)\(\s*'(\w+)/g,
  )
  const words = code.matchAll(
    /\b(?:insert into|update|delete from|truncate(?: table)?)\s+"?([a-z_]+)"?\s+(?:set|values|where|\(|as|$)/gm,
  )
  return [
    ...[...calls].map(([, table = '']) => table),
    ...[...words]
      .map(([, table = '']) => camelCase(table))
      .filter((table) => table in TABLE_WRITERS),
  ]
}

type Import = { specifier: string; isType: boolean }

const IMPORT =
  /^\s*(?:import|export)\s(type\s)?[^'";]*?from\s+'([^']+)'|^\s*import\s+'([^']+)'|\bimport\(\s*['"`]([^'"`]+)/gm

export function importsOf(source: string): Import[] {
  return [...withoutComments(source).matchAll(IMPORT)].map(([text, type, from, bare, dynamic]) => ({
    specifier: from ?? bare ?? dynamic ?? '',
    // `import { type A, type B }` is erased as well.
    isType: type !== undefined || /\{(\s*type\s+[^,}]+,?)+\s*\}/.test(text),
  }))
}

/** Our file that an import refers to; undefined for a library. Styles belong to a page and are no arrow. */
export function ownFile(file: string, specifier: string): string | undefined {
  if (/\.(css|woff2|svg|sql)(\?\w+)?$/.test(specifier)) return
  if (specifier.startsWith('#app/')) return specifier.replace('#app/', 'src/')
  const [, folder = '', rest = ''] =
    /^#(sandbox|test|demo|scripts|bench)(\/.+)/.exec(specifier) ?? []
  if (folder) return `${folder}${rest}`
  if (specifier.startsWith('.')) return path.posix.join(path.posix.dirname(file), specifier)
  return
}

function withoutComments(source: string): string {
  return source.replace(/\/\*[\s\S]*?\*\/|(^|\s)\/\/.*$/gm, '$1')
}

function camelCase(name: string): string {
  return name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
}
