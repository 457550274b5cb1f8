import { registerHooks } from 'node:module'

/** File from the root of the repository, what stands in it, and what a careless developer might write there. */
export type Plant = [file: string, from: string, to: string]

// Changes sources as they are loaded.
const plants: Plant[] = JSON.parse(process.env.LEAKS ?? '[]')
const missing = new Set(plants.map(([file]) => file))

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context)
    const [, from, to] = plants.find(([file]) => url.endsWith(`/${file}`)) ?? []
    if (from === undefined || to === undefined) return loaded
    const source = String(loaded.source)
    if (!source.includes(from)) throw new Error(`${url} has no "${from}" to change.`)
    missing.delete(plants.find(([file]) => url.endsWith(`/${file}`))?.[0] ?? '')
    return { ...loaded, source: source.replace(from, () => to) }
  },
})

// A plant in a file that is no longer there would find nothing, and say nothing of it.
process.once('exit', () => {
  if (missing.size > 0) console.error(`Error: never loaded: ${[...missing].join(', ')}`)
})
