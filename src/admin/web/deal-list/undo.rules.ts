import type { BulkAction } from '#app/admin/web/shell/deal-api.ts'

export type Batch = { batchId: string; ids: string[] }

/** A change made to deals, and how to undo it. */
export type Step = {
  /** `Deleted 12 deals`. */
  words: string
  /** The deals it changed, which its undo takes. */
  ids: string[]
  /** Undefined if it cannot be undone. */
  undo: Exclude<BulkAction, 'delete'> | 'edit' | undefined
  /** The batches of an edit, by which it is undone. */
  batches?: Batch[]
  /** Deals that were not changed, with the reason. */
  left: Array<{ name: string; reason: string }>
  /** What interrupted it. */
  error?: string
}

/** The most steps that can be undone. */
const MOST_STEPS = 20

/** Returns the history with one more step; the newest is the last. */
export function remember(steps: readonly Step[], step: Step): Step[] {
  // A step that changed nothing was kept only to be read.
  return [...steps.filter(({ ids }) => ids.length > 0), step].slice(-MOST_STEPS)
}

/** Returns the step that Undo reverts. */
export function undoable(steps: readonly Step[]): Step | undefined {
  return steps.findLast(({ undo, ids }) => undo !== undefined && ids.length > 0)
}

/** Returns what a reload keeps of the steps: those that can be undone, with their words and deals. */
export function keptSteps(steps: readonly Step[]): Step[] {
  return steps
    .filter(({ undo, ids }) => undo !== undefined && ids.length > 0)
    .map(({ words, ids, undo, batches }) => ({
      words,
      ids,
      undo,
      left: [],
      ...(batches && { batches }),
    }))
}

export const INVERSE = {
  publish: 'unpublish',
  unpublish: 'publish',
  delete: 'restore',
  restore: undefined,
  'bring-back': undefined,
  'end-sold-out': 'bring-back',
  'end-gone': 'bring-back',
  'end-price-up': 'bring-back',
  'end-withdrawn': 'bring-back',
} as const satisfies Record<BulkAction, BulkAction | undefined>
