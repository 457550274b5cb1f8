/** Reports what happened, also while the page is being left. Failures are nobody's concern. */
export function reportEvent(eventType: string, eventData: Record<string, string> = {}): void {
  fetch('/api/log-event', {
    method: 'POST',
    keepalive: true,
    credentials: 'include',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ eventType, eventData }),
  }).catch(() => {})
}
