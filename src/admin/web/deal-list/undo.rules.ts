/** Something that was done to deals. */
export type Done = {
  /** `Deleted 12 deals`. */
  words: string
  /** Those it was done to; what takes it back takes these. */
  ids: string[]
  /** Undefined for what cannot be taken back. */
  undo: 'publish' | 'unpublish' | 'restore' | undefined
  /** Deals that stayed as they were, with the reason. */
  left: Array<{ name: string; reason: string }>
  /** What broke it off. */
  error?: string
}

/** How many steps back one can go. */
const MOST_STEPS = 20

/** The steps with one more; the newest is the last. */
export function remember(steps: readonly Done[], step: Done): Done[] {
  // What changed nothing has been read when something else follows.
  return [...steps.filter(({ ids }) => ids.length > 0), step].slice(-MOST_STEPS)
}

/** The step that Undo takes back. */
export function undoable(steps: readonly Done[]): Done | undefined {
  return steps.findLast(({ undo, ids }) => undo !== undefined && ids.length > 0)
}

export const OPPOSITE = {
  publish: 'unpublish',
  unpublish: 'publish',
  delete: 'restore',
  restore: undefined,
} as const

const PAST = {
  publish: 'Published',
  unpublish: 'Unpublished',
  delete: 'Deleted',
  restore: 'Restored',
} as const

/** Said while it is being done. */
export const WORKING = {
  publish: 'Publishing',
  unpublish: 'Unpublishing',
  delete: 'Deleting',
  restore: 'Restoring',
} as const

/** `Published 41 deals`, or the deal's name when it is one. */
export function actionDoneWords(verb: keyof typeof PAST, count: number, name?: string): string {
  if (count === 1 && name) return `${PAST[verb]} ${name}`
  return `${PAST[verb]} ${countOfDeals(count)}`
}

export function countOfDeals(count: number): string {
  return count === 1 ? '1 deal' : `${count.toLocaleString('en-US')} deals`
}

/** Names are told for the first few of those that share a reason. */
const MOST_NAMED = 3

/** `A brand is needed before it can be published: Fold Coat`, a line for each reason. */
export function reasonsInWords(left: Done['left']): string[] {
  const byReason = Map.groupBy(left, ({ reason }) => reason)
  return [...byReason].map(([reason, those]) => {
    const names = those.slice(0, MOST_NAMED).map(({ name }) => name)
    const more = those.length - names.length
    const who =
      more > 0 ? `${names.join(', ')} and ${more.toLocaleString('en-US')} more` : names.join(', ')
    return `${reason.replace(/\.$/, '')}: ${who}`
  })
}

/** All of it in one breath, for whoever hears it. */
export function outcomeWords({ words, left, error }: Done): string {
  return [words, left.length > 0 ? `${left.length} left as they were` : '', error ?? '']
    .filter(Boolean)
    .join('. ')
}
