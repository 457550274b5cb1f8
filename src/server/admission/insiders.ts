/** More people than are active at once; each takes some hundred bytes. */
const MOST = 20_000
const KEPT_MS = 15 * 60_000

type Insiders = {
  /** Records that the session with this token hash was verified just now. */
  note: (tokenHash: string) => void
  has: (tokenHash: string) => boolean
}

const byServer = new WeakMap<object, Insiders>()

/**
 * Sessions verified lately in this process, for the server of this configuration. It grants no access: it only
 * keeps real sessions from queueing behind forged ones.
 */
export function insidersOf(config: object): Insiders {
  const known = byServer.get(config) ?? createInsiders()
  byServer.set(config, known)
  return known
}

/** Two generations of token hashes: one that is seen in neither is forgotten. */
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
