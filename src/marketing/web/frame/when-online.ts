/**
 * What the page for no network runs. It stands at the address that was asked for: read anew, it is the page that was
 * wanted. A phone may have lost the network while it slept, and says nothing when it has it again.
 */
addEventListener('online', () => location.reload())
document.addEventListener('visibilitychange', () => {
  if (!document.hidden && navigator.onLine) location.reload()
})
