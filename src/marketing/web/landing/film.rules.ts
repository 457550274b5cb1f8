/** The player's address so that it starts at once: it was asked to. One of them can be told not to track. */
export function playerAddress(videoUrl: string): string {
  const url = new URL(videoUrl)
  url.searchParams.set('autoplay', '1')
  if (url.hostname === 'player.vimeo.com') url.searchParams.set('dnt', '1')
  return url.href
}
