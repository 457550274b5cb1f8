import { registerHooks } from 'node:module'

// Changes the serializer as it is loaded, as a careless developer might.
const { LEAK_FROM = '', LEAK_TO = '' } = process.env

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context)
    if (!url.endsWith('/serialize-deal.ts')) return loaded
    const source = String(loaded.source)
    if (!source.includes(LEAK_FROM))
      throw new Error(`The serializer has no "${LEAK_FROM}" to change.`)
    return { ...loaded, source: source.replace(LEAK_FROM, LEAK_TO) }
  },
})
