import { registerHooks } from 'node:module'

/**
 * A file from the root of the repository, the code in it, and what a careless developer might write instead.
 */
export type Plant = [file: string, from: string, to: string]

declare global {
  /** Whether this leak is open: planted code asks it, so that one process can try them all. */
  var leaking: (what: string) => boolean
}

globalThis.leaking = () => false

// Plants the leaks in sources as they are loaded.
const plants: Plant[] = JSON.parse(process.env.LEAKS ?? '[]')
const missing = new Set(plants.map(([file]) => file))

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context)
    const planted = plants.filter(([file]) => url.endsWith(`/${file}`))
    if (planted.length === 0) return loaded
    let source = String(loaded.source)
    for (const [file, from, to] of planted) {
      if (!source.includes(from)) throw new Error(`${url} has no "${from}" to change.`)
      missing.delete(file)
      source = source.replace(from, () => to)
    }
    return { ...loaded, source }
  },
})

// A leak planted in a file that is gone would silently find nothing.
process.once('exit', () => {
  if (missing.size > 0) console.error(`Error: never loaded: ${[...missing].join(', ')}`)
})
