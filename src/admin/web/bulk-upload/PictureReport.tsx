import { countOf, formatBytes, formatWhole } from '#app/admin/web/shell/words.rules.ts'
import { countPictures } from './pictures.rules.ts'
import type { PictureQueue as Pictures } from './use-bulk-pictures.ts'

/** How far the picture files have got, and which cannot be used. */
export function PictureReport({ pictures }: { pictures: Pictures }) {
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
            {`Sending pictures: ${formatWhole(stored)} of ${formatWhole(total)}, ${formatBytes(sentBytes)} of ${formatBytes(totalBytes)}`}
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
          <button type="button" className="tool" onClick={pictures.goOn}>
            Send the rest
          </button>
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
