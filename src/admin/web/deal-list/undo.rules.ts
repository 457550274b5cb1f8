import type { BulkAction } from '#app/admin/web/shell/deal-api.ts'

export type Batch = { batchId: string; ids: string[] }

/** Something that was done to deals, and how it is undone. */
export type Step = {
  /** `Deleted 12 deals`. */
  words: string
  /** Those it was done to; what undoes it takes these. */
  ids: string[]
  /** Undefined for what cannot be undone. */
  undo: Exclude<BulkAction, 'delete'> | 'edit' | undefined
  /** Of an edit: what was written together, by which it is undone. */
  batches?: Batch[]
  /** Deals that stayed as they were, with the reason. */
  left: Array<{ name: string; reason: string }>
  /** What broke it off. */
  error?: string
}

/** How many steps back one can go. */
const MOST_STEPS = 20

/** The history with one more step; the newest is the last. */
export function remember(steps: readonly Step[], step: Step): Step[] {
  // A step that changed nothing was only there to be read.
  return [...steps.filter(({ ids }) => ids.length > 0), step].slice(-MOST_STEPS)
}

/** The step that Undo takes back. */
export function undoable(steps: readonly Step[]): Step | undefined {
  return steps.findLast(({ undo, ids }) => undo !== undefined && ids.length > 0)
}

/** Of the steps what a reload keeps: those that can be undone, by their words and what they were done to. */
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
