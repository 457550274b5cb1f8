/** Nothing stays on the screen while the page is asked for again, which may take a while. */
export function startOver(): void {
  document.body.hidden = true
  location.reload()
}

/** The same with another page, in place of this one: nobody comes back to it. */
export function startOverAt(path: string): void {
  document.body.hidden = true
  location.replace(path)
}
