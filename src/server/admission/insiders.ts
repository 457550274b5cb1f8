/** More people than look at once; each takes some hundred bytes. */
const MOST = 20_000
const KEPT_MS = 15 * 60_000

type Insiders = {
  /** By the hash of a session's token: it has opened something just now. */
  note: (tokenHash: string) => void
  has: (tokenHash: string) => boolean
}

const byServer = new WeakMap<object, Insiders>()

/**
 * Whose sessions have lately opened something in this process, for the server of this configuration.
 * It opens nothing: it only says who need not stand behind those who make sessions up.
 */
export function insidersOf(config: object): Insiders {
  const known = byServer.get(config) ?? createInsiders()
  byServer.set(config, known)
  return known
}

/** Those of now and those of before: whoever is not seen in either of them is forgotten. */
export function createInsiders(clock = () => performance.now(), most = MOST): Insiders {
  let young = new Set<string>()
  let old = new Set<string>()
  let since = clock()
  return {
    note: (tokenHash) => {
      if (young.has(tokenHash)) return
      if (young.size >= most || clock() - since > KEPT_MS) {
        old = young
        young = new Set()
        since = clock()
      }
      young.add(tokenHash)
    },
    has: (tokenHash) => young.has(tokenHash) || old.has(tokenHash),
  }
}
