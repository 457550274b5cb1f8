/** Path of the demo's own film. Films hosted by others have absolute URLs. */
export const DEMO_FILM = '/sandbox/film/film.webm'

/** Whether a film is a file of this site rather than a page of a video host. */
export function isOwnFilm(videoUrl: string): boolean {
  return videoUrl.startsWith('/')
}
