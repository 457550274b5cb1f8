/** Pretty-prints JSON; shows other text unchanged. */
export function Answer({ label, text }: { label: string; text: string }) {
  return (
    <figure className="grid gap-2">
      <figcaption className="caps">{label}</figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keyboard. */}
      <pre className="devtools-text" tabIndex={0}>
        {laidOut(text)}
      </pre>
    </figure>
  )
}

function laidOut(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
