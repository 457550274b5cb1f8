/** Asked before leaving a form with unsaved input. */
export const NOT_KEPT = 'What you have typed is not kept. Leave all the same?'

/**
 * Shown above a form whose record has changed. Without typed values left it may have been the person's own
 * change, saved by a call whose answer was lost.
 */
export function changedMeanwhile(name: string, { isTyped }: { isTyped: boolean }): string {
  return isTyped
    ? `Somebody else has changed ${name} meanwhile. What you have typed is still here; all else is as they left it.`
    : `${name} has been changed meanwhile. It is kept as it stands here.`
}

/** Shown at a field that both sides have changed. */
export function theirsInWords(theirs: string | boolean): string {
  return theirs === ''
    ? 'They have emptied it. To keep yours puts it in its place.'
    : `They have it as “${theirs}”. To keep yours puts it in its place.`
}
