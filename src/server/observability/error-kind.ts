/**
 * The kind of an error: its code or name. Unlike its message, that never contains data about people, shops
 * or rows.
 */
export function errorKind(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const { code, name } = error as Error & { code?: unknown }
  return typeof code === 'string' && /^[\w-]{1,60}$/.test(code) ? code : name.slice(0, 60)
}
