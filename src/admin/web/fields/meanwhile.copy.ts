/** Asked before a form is left with something typed in it. */
export const NOT_KEPT = 'What you have typed is not kept. Leave all the same?'

/**
 * Said over a form that another change has come into. Where nothing typed is left it may have been one's own: a call
 * whose answer was lost.
 */
export function changedMeanwhile(name: string, { isTyped }: { isTyped: boolean }): string {
  return isTyped
    ? `Somebody else has changed ${name} meanwhile. What you have typed is still here; all else is as they left it.`
    : `${name} has been changed meanwhile. It is kept as it stands here.`
}

/** Said of a field that both have changed. */
export function theirsInWords(theirs: string | boolean): string {
  return theirs === ''
    ? 'They have emptied it. To keep yours puts it in its place.'
    : `They have it as “${theirs}”. To keep yours puts it in its place.`
}
