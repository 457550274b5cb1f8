import { countOf, formatBytes, formatCount } from '#app/shared/counts.ts'
import { Button } from '#app/ui/Button.tsx'
import { countPictures } from './picture-queue.rules.ts'
import type { PictureQueue } from './picture-queue.ts'

/** The progress of picture files, and those that cannot be used. */
export function PictureReport({ pictures }: { pictures: PictureQueue }) {
  const { files, isSending, error } = pictures
  if (files.length === 0) return null
  const { total, stored, sentBytes, totalBytes, refused } = countPictures(files)
  return (
    <div className="bulk-pictures">
      {isSending && (
        <>
          <progress
            className="bulk-bar"
            aria-label="Sending the pictures"
            value={sentBytes}
            max={totalBytes || 1}
          />
          <p className="tabular-nums">
            {`Sending pictures: ${formatCount(stored)} of ${formatCount(total)}, ${formatBytes(sentBytes)} of ${formatBytes(totalBytes)}`}
          </p>
        </>
      )}
      {!isSending && !error && stored > 0 && (
        <p className="soft" role="status">
          {`${countOf(stored, 'picture')} stored, matched to the sheet by name.`}
        </p>
      )}
      {error && (
        <p className="bulk-failure" role="alert">
          {error}{' '}
          <Button variant="tool" onClick={pictures.goOn}>
            Send the rest
          </Button>
        </p>
      )}
      {refused.length > 0 && (
        <ul className="bulk-refused" role="alert">
          {refused.map(({ name, error: reason }) => (
            <li key={name}>
              <strong>{name}</strong>: {reason}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
