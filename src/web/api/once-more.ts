/** Longer than this nobody waits for a page that says nothing meanwhile. */
const LONGEST_SECONDS = 8
const SPREAD_MS = 1000

/**
 * What is only read is asked for once more when the server has too much to do: after as long as it says
 * and a little more, so that those who were turned away together do not come together. What changes
 * something is never sent twice.
 */
export async function onceMore(
  { method = 'GET' }: Pick<RequestInit, 'method'>,
  ask: () => Promise<Response>,
  wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms)),
): Promise<Response> {
  const response = await ask()
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
  const isWorthWaiting = seconds >= 0 && seconds <= LONGEST_SECONDS
  if (method !== 'GET' || response.status !== 503 || !isWorthWaiting) return response
  await wait(seconds * 1000 + Math.random() * SPREAD_MS)
  return ask()
}
