/** Reloads the page, hidden at once because reloading may take a while. */
export function startOver(): void {
  document.body.hidden = true
  location.reload()
}

/** Replaces this page by another, hidden at once, so that Back does not lead here. */
export function startOverAt(path: string): void {
  document.body.hidden = true
  location.replace(path)
}
