/** The id of something that the provider sends either expanded or as its id alone. */
export function idOf(given: string | { id: string }): string
export function idOf(
  given: string | { id?: string | undefined } | null | undefined,
): string | undefined
export function idOf(
  given: string | { id?: string | undefined } | null | undefined,
): string | undefined {
  return typeof given === 'string' ? given : given?.id
}

/** Converts the provider's seconds; a value that is missing or not finite becomes null. */
export function toDate(seconds: number | null | undefined): Date | null {
  return typeof seconds === 'number' && Number.isFinite(seconds) ? new Date(seconds * 1000) : null
}
