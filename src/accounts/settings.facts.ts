/** `Firefox on Windows`, as far as the user agent tells. */
export function browserInWords({
  browser,
  system,
}: {
  browser: string | null
  system: string | null
}): string {
  if (browser && system) return `${browser} on ${system}`
  return browser ?? (system ? `A browser on ${system}` : 'A browser that does not say which')
}
