import { useQueryClient } from '@tanstack/react-query'
import { type ChangeEvent, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { candidatesPath } from '#app/admin/sourcing-paths.facts.ts'
import { useCloseAsked } from '#app/admin/web/fields/use-close-asked.ts'
import { ADMIN_CALLS } from '#app/admin/web/shell/calls.rules.ts'
import { changeFailureText } from '#app/admin/web/shell/failures.ts'
import type {
  ProductFeed,
  ProductFeedRun,
  ProductFeeds,
} from '#app/product-feeds/product-feeds.contract.ts'
import { countOf } from '#app/shared/counts.ts'
import { formatMoment } from '#app/shared/dates.ts'
import { Button } from '#app/ui/Button.tsx'
import { Dialog } from '#app/ui/Dialog.tsx'
import { upload } from '#app/web/api/upload.ts'
import { FeedForm } from './FeedForm.tsx'
import { changeFeeds, showFeeds } from './queries.ts'
import {
  feedStepInWords,
  isUnderWay,
  rulesInWords,
  runInWords,
  sourceInWords,
} from './words.copy.ts'

/** A feed: what it brings, its latest runs, and its actions. */
export function FeedRow({ feed }: { feed: ProductFeed }) {
  const queryClient = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  const { typed, close } = useCloseAsked(() => setOpen(false))
  const hasBeenOpen = useRef(false)
  const button = useRef<HTMLButtonElement>(null)
  const [failure, setFailure] = useState('')
  const [sent, setSent] = useState<number>()
  const [last, ...earlier] = feed.runs
  const isBusy = sent !== undefined || (last !== undefined && isUnderWay(last))
  const path = `/${feed.id}`

  // Leaving the form returns the focus to the button that opened it.
  useEffect(() => {
    if (!isOpen && hasBeenOpen.current) button.current?.focus()
    hasBeenOpen.current = isOpen
  }, [isOpen])

  async function attempt(act: () => Promise<void>) {
    setFailure('')
    try {
      await act()
    } catch (error) {
      setFailure(changeFailureText(error))
    }
  }

  function send({ target }: ChangeEvent<HTMLInputElement>) {
    const [file] = target.files ?? []
    if (!file) return
    const form = new FormData()
    form.set('file', file)
    target.value = ''
    setSent(0)
    void attempt(async () => {
      const feeds = await upload<ProductFeeds>(`${ADMIN_CALLS.productFeeds}${path}/file`, {
        form,
        onSent: (bytes, total) => setSent(total > 0 ? bytes / total : 0),
      })
      showFeeds(queryClient, feeds)
    }).then(() => setSent(undefined))
  }

  return (
    <li className="feed" id={`feed-${feed.id}`}>
      <div className="feed-head">
        <div className="feed-what">
          <h2 className="feed-name">{feed.name}</h2>
          <p className="soft">
            {sourceInWords(feed)}
            {feed.nextFetchAt !== null && last && !isUnderWay(last) && (
              <>, next {formatMoment(feed.nextFetchAt)}</>
            )}
          </p>
          <p>{rulesInWords(feed.rules)}</p>
        </div>
        <div className="feed-state">
          <p className="feed-count">
            {feed.candidates === 0 ? (
              'No candidates'
            ) : (
              <Link className="text-link" to={candidatesPath({ feed: feed.id })} discover="none">
                {countOf(feed.candidates, 'candidate')}
              </Link>
            )}
          </p>
          {sent !== undefined && (
            <Progress words={`Being sent: ${Math.floor(sent * 100)}%`} share={sent} />
          )}
          {sent === undefined && last && <LastRun run={last} hasOthers={feed.candidates > 0} />}
          {sent === undefined && !last && <p className="soft">Nothing has been read of it yet.</p>}
          {failure && (
            <p className="admin-error" role="alert">
              {failure}
            </p>
          )}
          {last && last.refused.length > 0 && <Refused run={last} />}
          {earlier.length > 0 && (
            <details className="feed-earlier">
              <summary>Before</summary>
              <ul>
                {earlier.map((run) => (
                  <li key={run.id}>{runInWords(run)}</li>
                ))}
              </ul>
            </details>
          )}
        </div>
        <div className="feed-tools">
          {feed.address !== null && (
            <Button
              variant="tool"
              isBusy={isBusy}
              aria-label={`Fetch ${feed.name} now`}
              onClick={() => void attempt(() => changeFeeds(queryClient, 'POST', `${path}/fetch`))}
            >
              Fetch now
            </Button>
          )}
          <label className="tool feed-file" data-busy={isBusy || undefined}>
            Upload a file<span className="sr"> of {feed.name}</span>
            <input
              type="file"
              className="sr"
              accept=".xml,.csv,.tsv,.txt,.gz"
              disabled={isBusy}
              onChange={send}
            />
          </label>
          <button
            ref={button}
            type="button"
            className="tool"
            aria-expanded={isOpen}
            aria-label={`Edit ${feed.name}`}
            onClick={() => (isOpen ? close() : setOpen(true))}
          >
            Edit
          </button>
          <Remove
            feed={feed}
            onRemove={() => attempt(() => changeFeeds(queryClient, 'DELETE', path))}
          />
        </div>
      </div>
      {isOpen && (
        <FeedForm
          feed={feed}
          typed={typed}
          onKeep={async (said, version) => {
            await changeFeeds(queryClient, 'PATCH', path, { ...said, version })
            setOpen(false)
          }}
          onLeave={close}
        />
      )}
    </li>
  )
}

function LastRun({ run, hasOthers }: { run: ProductFeedRun; hasOthers: boolean }) {
  if (isUnderWay(run)) {
    const share = run.bytesTotal && run.bytesTotal > 0 ? run.bytes / run.bytesTotal : undefined
    return <Progress words={feedStepInWords(run)} share={share} />
  }
  if (run.state !== 'failed') return <p>{runInWords(run)}</p>
  return (
    <p className="admin-error">
      {runInWords(run)}
      {hasOthers && ' What was there before stays.'}
    </p>
  )
}

function Progress({ words, share }: { words: string; share: number | undefined }) {
  return (
    <div className="feed-progress">
      <progress aria-label={words} {...(share !== undefined && { value: Math.min(1, share) })} />
      <span>{words}</span>
    </div>
  )
}

function Refused({ run }: { run: ProductFeedRun }) {
  return (
    <details className="feed-refused">
      <summary>{`${countOf(run.rowsRefused, 'row')} could not be used`}</summary>
      <ul>
        {run.refused.map(({ row, reason, words }) => (
          <li key={row}>
            <span className="figure soft">Row {row}</span> {reason}
            {words !== '' && <span className="soft"> {words}</span>}
          </li>
        ))}
        {run.rowsRefused > run.refused.length && (
          <li className="soft">{`and ${countOf(run.rowsRefused - run.refused.length, 'other')}`}</li>
        )}
      </ul>
    </details>
  )
}

function Remove({ feed, onRemove }: { feed: ProductFeed; onRemove: () => Promise<void> }) {
  const id = `remove-${feed.id}`
  return (
    <>
      <button
        type="button"
        className="tool tool-bare"
        aria-label={`Remove ${feed.name}`}
        onClick={() => {
          const dialog = document.getElementById(id)
          if (dialog instanceof HTMLDialogElement) dialog.showModal()
        }}
      >
        Remove
      </button>
      <Dialog
        id={id}
        title={`Remove ${feed.name}?`}
        dismiss="Keep it"
        confirm={
          <Button variant="primary" onClick={() => void onRemove()}>
            Remove it
          </Button>
        }
      >
        <p>
          Its {countOf(feed.candidates, 'candidate')} {feed.candidates === 1 ? 'goes' : 'go'} with
          it. Deals that were made of them stay.
        </p>
      </Dialog>
    </>
  )
}
