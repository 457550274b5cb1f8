import { registerHooks } from 'node:module'

/** File from the root of the repository, what stands in it, and what a careless developer might write there. */
export type Plant = [file: string, from: string, to: string]

declare global {
  /** Whether that leak is the one that is open: plants ask it, so that one process tries them all. */
  var leaking: (what: string) => boolean
}

globalThis.leaking = () => false

// Changes sources as they are loaded.
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

// A plant in a file that is no longer there would find nothing, and say nothing of it.
process.once('exit', () => {
  if (missing.size > 0) console.error(`Error: never loaded: ${[...missing].join(', ')}`)
})
