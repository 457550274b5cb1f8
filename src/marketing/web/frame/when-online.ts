/**
 * The script of the offline page. That page is shown at the requested address, so a reload brings the page
 * that was wanted. A phone that lost its network while asleep may fire no `online` event, so becoming visible
 * counts too.
 */
addEventListener('online', () => location.reload())
document.addEventListener('visibilitychange', () => {
  if (!document.hidden && navigator.onLine) location.reload()
})
