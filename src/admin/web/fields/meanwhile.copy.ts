/** Asked before a form is left with something typed in it. */
export const NOT_KEPT = 'What you have typed is not kept. Leave all the same?'

/** Said over a form that somebody else's change has come into. */
export function changedMeanwhile(name: string): string {
  return `Somebody else has changed ${name} meanwhile. What you have typed is still here; all else is as they left it.`
}

/** Said of a field that both have changed. */
export function theirsInWords(theirs: string | boolean): string {
  return theirs === ''
    ? 'They have emptied it. To keep yours puts it in its place.'
    : `They have it as “${theirs}”. To keep yours puts it in its place.`
}
