/**
 * What kind of error it is, by its code or name. Words may name people, shops and rows; a kind is of the
 * code alone.
 */
export function errorKind(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const { code, name } = error as Error & { code?: unknown }
  return typeof code === 'string' && /^[\w-]{1,60}$/.test(code) ? code : name.slice(0, 60)
}
