/** Where the demo's own film is. Films of others are whole addresses. */
export const DEMO_FILM = '/sandbox/film/film.webm'

/** Whether a film is a file of this site, and no page of a company that plays films. */
export function isOwnFilm(videoUrl: string): boolean {
  return videoUrl.startsWith('/')
}
