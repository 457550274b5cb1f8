/** The longest wait for a retry: the page shows nothing meanwhile. */
const LONGEST_SECONDS = 8
const SPREAD_MS = 1000

/**
 * Retries a GET once when the server is overloaded (503), after its Retry-After plus random jitter, so that
 * clients refused together do not come back together. Requests that change something are never retried.
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
