import '#app/admin/web/announcements/announcements.css'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, type LoaderFunctionArgs, useLoaderData, useNavigate, useParams } from 'react-router'
import { letterPath, lettersPath, NEW_LETTER } from '#app/admin/letters.facts.ts'
import { HowFar } from '#app/admin/web/announcements/HowFar.tsx'
import { LetterForm } from '#app/admin/web/announcements/LetterForm.tsx'
import { Looks } from '#app/admin/web/announcements/Looks.tsx'
import {
  findSavedLetter,
  letterCall,
  loadLetter,
  loadLetters,
  showLetter,
  useLetter,
} from '#app/admin/web/announcements/queries.ts'
import { SendOut } from '#app/admin/web/announcements/SendOut.tsx'
import { useLetterCalls } from '#app/admin/web/announcements/use-letter-calls.ts'
import { letterInWords } from '#app/admin/web/announcements/words.copy.ts'
import { ADMIN_CALLS } from '#app/admin/web/shell/calls.rules.ts'
import { changeFailureToast } from '#app/admin/web/shell/failures.ts'
import { OneNotRead } from '#app/admin/web/shell/OneNotRead.tsx'
import { backOfficePage } from '#app/admin/web/shell/page-head.ts'
import { loadAdminSession } from '#app/admin/web/shell/session.ts'
import { useLeaveWarning } from '#app/admin/web/shell/use-leave-warning.ts'
import type { Announcement, AnnouncementDraft } from '#app/mailings/announcements.contract.ts'
import { LEGAL_DOCUMENTS, legalVersions } from '#app/shared/legal-versions.ts'
import { Button } from '#app/ui/Button.tsx'
import { ApiError, browserApi } from '#app/web/api/api.ts'
import { queryClientContext } from '#app/web/api/query-client.ts'
import { newUuid } from '#app/web/new-uuid.ts'
import { useSiteSettings } from '#app/web/site-settings.ts'
import { showToast } from '#app/web/toasts/toasts.ts'

export const handle = backOfficePage('Letter')

export async function loader({ params, context }: LoaderFunctionArgs) {
  const queryClient = context.get(queryClientContext)
  const { isOpen, role } = await loadAdminSession(queryClient)
  const { letterId = NEW_LETTER } = params
  if (!isOpen || role !== 'owner') return { isGone: false }
  if (letterId !== NEW_LETTER) return { isGone: await loadLetter(queryClient, letterId) }
  await loadLetters(queryClient)
  return { isGone: false }
}

const NOT_SAVED = 'What you have typed is not saved. Leave the page?'

/** A letter to everybody: writing, previewing, testing and sending it. */
export function Component() {
  const { letterId = NEW_LETTER } = useParams()
  const isNew = letterId === NEW_LETTER
  const { isGone } = useLoaderData<typeof loader>()
  const { data } = useLetter(letterId, !isNew && !isGone)
  if (isNew) return <NewLetter />
  if (data) return <LetterScreen key={data.id} letter={data} />
  return (
    <>
      <Back />
      <OneNotRead
        isGone={isGone}
        href={letterPath(letterId)}
        title="Letter"
        goneTitle="No such letter"
        gone="Somebody has deleted it, or the address is not whole."
      >
        The letter could not be read. Wait a minute, and try again.
      </OneNotRead>
    </>
  )
}

function Back() {
  return (
    <p className="metrics-back">
      <Link className="text-link" to={lettersPath()} discover="none">
        All letters
      </Link>
    </p>
  )
}

function NewLetter() {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const { club, laterVersions } = useSiteSettings()
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [isBusy, setBusy] = useState(false)
  const [isChanged, setChanged] = useState(false)
  // Stays the same when saving is retried after a lost answer, so that only one letter is made.
  const [id] = useState(newUuid)
  useLeaveWarning(isChanged && !isBusy, NOT_SAVED)
  const versions = LEGAL_DOCUMENTS.flatMap((document) =>
    legalVersions(document, club, laterVersions).map((version) => ({ document, ...version })),
  )

  async function save(draft: AnnouncementDraft) {
    setBusy(true)
    setErrors({})
    try {
      const answer = await browserApi.request('POST', ADMIN_CALLS.letters, { ...draft, id })
      await finish((await answer.json()) as Announcement)
    } catch (error) {
      const kept = await findSavedLetter(id, draft)
      if (kept) return finish(kept)
      tellFailure(error, setErrors)
      setBusy(false)
    }
  }

  async function finish(letter: Announcement) {
    showLetter(queryClient, letter)
    setChanged(false)
    await navigate(letterPath(letter.id), { replace: true })
  }

  return (
    <>
      <header className="letter-head">
        <Back />
        <h1 className="title">A new letter</h1>
      </header>
      <div className="letter-page">
        <LetterForm
          versions={versions}
          errors={errors}
          isBusy={isBusy}
          onSave={save}
          onTyped={setChanged}
        />
        <section className="letter-part" aria-labelledby="then">
          <h2 id="then" className="panel-title">
            What comes then
          </h2>
          <p className="soft">
            Saved, it goes to nobody. You look at it by day and by night, send it to yourself, and
            only then to everybody it is for, over hours.
          </p>
        </section>
      </div>
    </>
  )
}

function tellFailure(error: unknown, setErrors: (errors: Record<string, string>) => void) {
  const fields = error instanceof ApiError ? error.fields : {}
  if (Object.keys(fields).length > 0) return setErrors(fields)
  showToast(changeFailureToast(error, 'Not saved'))
}

function LetterScreen({ letter }: { letter: Announcement }) {
  const { call, isBusy, dialog } = useLetterCalls(letter.id)
  const [isChanged, setChanged] = useState(false)
  const doing = { letter, call, isBusy }
  return (
    <>
      <header className="letter-head">
        <Back />
        <h1 className="title">{letter.subject}</h1>
        <p className="soft">{letterInWords(letter)}</p>
      </header>
      <div className="letter-page">
        <div>
          {letter.state === 'draft' ? (
            <Draft key={letter.revision} {...doing} isChanged={isChanged} setChanged={setChanged} />
          ) : (
            <div className="letter-words">{letter.body}</div>
          )}
        </div>
        <div>
          {letter.state !== 'draft' && <HowFar {...doing} />}
          <Looks {...doing} isChanged={isChanged} />
          {letter.state === 'draft' && <SendOut {...doing} isChanged={isChanged} />}
        </div>
      </div>
      {dialog}
    </>
  )
}

type DraftProps = {
  letter: Announcement
  isBusy: boolean
  isChanged: boolean
  setChanged: (isChanged: boolean) => void
}

function Draft({ letter, isBusy, isChanged, setChanged }: DraftProps) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [isSaving, setSaving] = useState(false)
  useLeaveWarning(isChanged && !isSaving, NOT_SAVED)

  async function save(draft: AnnouncementDraft) {
    setSaving(true)
    setErrors({})
    try {
      const body = { ...draft, revision: letter.revision }
      const answer = await browserApi.request('PUT', letterCall(letter.id), body)
      finish((await answer.json()) as Announcement)
    } catch (error) {
      const kept = await findSavedLetter(letter.id, draft)
      if (kept) finish(kept)
      else tellFailure(error, setErrors)
    }
    setSaving(false)
  }

  function finish(kept: Announcement) {
    showLetter(queryClient, kept)
    setChanged(false)
    showToast({ title: 'Saved' })
  }

  async function remove() {
    setSaving(true)
    try {
      await browserApi.request('DELETE', letterCall(letter.id))
    } catch (error) {
      // The letter is gone in spite of the error: the answer was lost, or somebody else deleted it.
      if (!(await loadLetter(queryClient, letter.id))) {
        showToast(changeFailureToast(error, 'Not deleted'))
        return setSaving(false)
      }
    }
    setChanged(false)
    await navigate(lettersPath())
    showToast({ title: 'The draft is deleted' })
  }

  return (
    <>
      <LetterForm
        letter={letter}
        versions={letter.versions}
        errors={errors}
        isBusy={isBusy || isSaving}
        onSave={save}
        onTyped={setChanged}
      />
      <p className="letter-remove">
        <Button variant="tool-bare" isBusy={isSaving} onClick={remove}>
          Delete the draft
        </Button>
      </p>
    </>
  )
}
