/** Nothing stays on the screen while the page is asked for again, which may take a while. */
export function startOver(): void {
  document.body.hidden = true
  location.reload()
}
