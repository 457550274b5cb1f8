/** Reports an event, even while the page is unloading. Failures are ignored. */
export function reportEvent(eventType: string, eventData: Record<string, string> = {}): void {
  fetch('/api/log-event', {
    method: 'POST',
    keepalive: true,
    credentials: 'include',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ eventType, eventData }),
  }).catch(() => {})
}
