/**
 * The player's URL with autoplay, because the visitor has pressed play. One host supports an option not to
 * track.
 */
export function playerAddress(videoUrl: string): string {
  const url = new URL(videoUrl)
  url.searchParams.set('autoplay', '1')
  if (url.hostname === 'player.vimeo.com') url.searchParams.set('dnt', '1')
  return url.href
}
