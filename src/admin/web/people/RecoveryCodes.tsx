import { useState } from 'react'
import { Button } from '#app/ui/Button.tsx'

/** The recovery codes, shown once: the last resort when phone and passkey are lost. */
export function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const [isCopied, setIsCopied] = useState(false)
  const text = `${codes.join('\n')}\n`
  return (
    <section className="codes" aria-labelledby="codes-title">
      <h2 id="codes-title" className="panel-title">
        Your recovery codes
      </h2>
      <p>
        Each opens the back office once, should your second key be lost. They are shown only now:
        print them, or keep them where you keep passwords.
      </p>
      <ol className="codes-list">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className="codes-do">
        <Button
          variant="quiet"
          onClick={async () => {
            await navigator.clipboard.writeText(text)
            setIsCopied(true)
          }}
        >
          {isCopied ? 'Copied' : 'Copy'}
        </Button>
        <a
          className="button button-quiet"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
          download="recovery-codes.txt"
        >
          Download
        </a>
        <Button onClick={onDone}>I have kept them</Button>
      </div>
    </section>
  )
}
