import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** A package in the lock file; its key is its install path. */
type Locked = {
  version: string
  license?: string
  resolved?: string
  integrity?: string
  dev?: boolean
  optional?: boolean
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}
type Lock = Record<string, Locked>

export type Notice = { name: string; version: string; license: string }

function readLock(root: string): { name: string; version: string; lock: Lock } {
  const text = readFileSync(path.join(root, 'package-lock.json'), 'utf8')
  const { name, version, packages } = JSON.parse(text)
  const { '': _ours, ...lock } = packages as Lock
  return { name, version, lock }
}

function nameOf(place: string): string {
  return place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length)
}

/** Resolves a package as Node does: beside the dependent or further up. */
function findFrom(lock: Lock, place: string, name: string): string | undefined {
  for (let from = place; ; from = from.slice(0, Math.max(0, from.lastIndexOf('/node_modules/')))) {
    const found = `${from === '' ? '' : `${from}/`}node_modules/${name}`
    if (lock[found]) return found
    if (from === '') return
  }
}

function dependenciesOf(lock: Lock, place: string): string[] {
  const { dependencies, optionalDependencies } = lock[place] ?? {}
  return Object.keys({ ...dependencies, ...optionalDependencies }).flatMap(
    (name) => findFrom(lock, place, name) ?? [],
  )
}

/**
 * The install paths of packages that go into the built pages: those that page sources import, and their
 * dependencies.
 */
function placesInPages(root: string, lock: Lock): Set<string> {
  const sources = globSync('src/**/*.{ts,tsx,css}', { cwd: root }).filter(
    (file) => !/\.test\.ts$|\/server\//.test(file),
  )
  const names = new Set<string>()
  for (const file of sources) {
    const text = readFileSync(path.join(root, file), 'utf8')
    for (const [, name = ''] of text.matchAll(
      /^(?:import|export|@import)\b(?!\s+type\b)[^'"]*['"]((?:@[\w.-]+\/)?[\w.-]+)|\bimport\(\s*['"]((?:@[\w.-]+\/)?[\w.-]+)/gm,
    )) {
      names.add(name)
    }
  }
  const places = new Set<string>()
  const add = (place: string) => {
    if (places.has(place)) return
    places.add(place)
    for (const next of dependenciesOf(lock, place)) add(next)
  }
  for (const name of names) {
    const place = `node_modules/${name}`
    if (lock[place] && name !== 'vite') add(place)
  }
  return places
}

/** The install paths of everything we distribute: what the server runs on, and what is in the pages. */
function placesHandedOn(root: string, lock: Lock): string[] {
  const inPages = placesInPages(root, lock)
  return (
    Object.keys(lock)
      .filter((place) => !lock[place]?.dev || inPages.has(place))
      // Packages for other platforms are not installed here, so they are not distributed.
      .filter((place) => existsSync(path.join(root, place)))
      .toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1))
  )
}

/** The packages we distribute, by name; each version once. */
export function listNotices(root: string): Notice[] {
  const { lock } = readLock(root)
  const all = placesHandedOn(root, lock).map((place) => {
    const { version, license = 'unknown' } = lock[place] as Locked
    return { name: nameOf(place), version, license }
  })
  return [...new Map(all.map((each) => [`${each.name}@${each.version}`, each])).values()]
}

const LICENSE_FILE = /^(licen[cs]e|copying|notice|ofl|third-party-notices)([.-].*)?$/i

/** The texts of all licences; a text shared by several packages is printed once. */
export function writeNotices(root: string): string {
  const { lock } = readLock(root)
  const byText = new Map<string, string[]>()
  for (const place of placesHandedOn(root, lock)) {
    const { version, license = 'unknown' } = lock[place] as Locked
    const folder = path.join(root, place)
    const files = readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isFile() && LICENSE_FILE.test(entry.name))
      .map(({ name }) => readFileSync(path.join(folder, name), 'utf8').trim())
    const text = files.join('\n\n') || `Licence: ${license}. It comes without a text of its own.`
    const heading = `${nameOf(place)} ${version} (${license})`
    byText.set(text, [...new Set([...(byText.get(text) ?? []), heading])])
  }
  const line = '-'.repeat(80)
  const parts = [...byText].map(([text, names]) => `${names.join('\n')}\n\n${text}\n`)
  return `What this site is made of, and on what terms.\n\n${[...parts].map((part) => `${line}\n${part}`).join('\n')}`
}

/** The software bill of materials, as CycloneDX. The same sources give the same bytes. */
export function writeBillOfMaterials(root: string): string {
  const { name, version, lock } = readLock(root)
  const inPages = placesInPages(root, lock)
  const places = Object.keys(lock).toSorted()
  const refOf = (place: string) => `${purlOf(place, lock[place] as Locked)}#${place}`
  return `${JSON.stringify(
    {
      bomFormat: 'CycloneDX',
      specVersion: '1.6',
      version: 1,
      metadata: { component: { type: 'application', 'bom-ref': name, name, version } },
      components: places.map((place) => {
        const locked = lock[place] as Locked
        const { license, resolved, integrity } = locked
        return {
          type: 'library',
          'bom-ref': refOf(place),
          name: nameOf(place),
          version: locked.version,
          scope:
            locked.dev && !inPages.has(place)
              ? 'excluded'
              : locked.optional
                ? 'optional'
                : 'required',
          ...(license && { licenses: [licenseOf(license)] }),
          purl: purlOf(place, locked),
          ...(integrity?.startsWith('sha512-') && {
            hashes: [
              {
                alg: 'SHA-512',
                content: Buffer.from(integrity.slice(7), 'base64').toString('hex'),
              },
            ],
          }),
          ...(resolved && { externalReferences: [{ type: 'distribution', url: resolved }] }),
        }
      }),
      dependencies: places.map((place) => ({
        ref: refOf(place),
        dependsOn: dependenciesOf(lock, place).map(refOf).toSorted(),
      })),
    },
    null,
    1,
  )}\n`
}

/** A licence as an SPDX id or an SPDX expression. */
function licenseOf(license: string) {
  return /^[\w.+-]+$/.test(license) ? { license: { id: license } } : { expression: license }
}

function purlOf(place: string, { version }: Locked): string {
  return `pkg:npm/${nameOf(place).replace('@', '%40')}@${version}`
}

const VIRTUAL = 'virtual:notices'

/** Supplies the list to the page of notices, and the texts to the built site. */
export function noticesPlugin(root: string) {
  return {
    name: 'notices',
    resolveId: (id: string) => (id === VIRTUAL ? `\0${VIRTUAL}` : undefined),
    load: (id: string) =>
      id === `\0${VIRTUAL}`
        ? `export const notices = ${JSON.stringify(listNotices(root))}`
        : undefined,
    configureServer(server: {
      middlewares: {
        use: (
          path: string,
          handle: (request: unknown, response: { end: (text: string) => void }) => void,
        ) => void
      }
    }) {
      server.middlewares.use('/notices.txt', (_, response) => response.end(writeNotices(root)))
    },
    generateBundle(this: {
      environment: { name: string }
      emitFile: (file: { type: 'asset'; fileName: string; source: string }) => void
    }) {
      if (this.environment.name !== 'client') return
      this.emitFile({ type: 'asset', fileName: 'notices.txt', source: writeNotices(root) })
    },
  }
}
