/** The id of something that the provider sends either whole or by its id alone. */
export function idOf(given: string | { id: string }): string
export function idOf(
  given: string | { id?: string | undefined } | null | undefined,
): string | undefined
export function idOf(
  given: string | { id?: string | undefined } | null | undefined,
): string | undefined {
  return typeof given === 'string' ? given : given?.id
}

/** The provider counts in seconds; what it leaves out stays out, and no date is invalid. */
export function toDate(seconds: number | null | undefined): Date | null {
  return typeof seconds === 'number' && Number.isFinite(seconds) ? new Date(seconds * 1000) : null
}
