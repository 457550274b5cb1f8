import { type FormEvent, useId, useState } from 'react'
import type { Announcement, AnnouncementDraft } from '#app/mailings/announcements.contract.ts'
import {
  AUDIENCES,
  type LetterAudience,
  LONGEST_LETTER,
  LONGEST_SUBJECT,
} from '#app/mailings/announcements.facts.ts'
import { formatCount } from '#app/shared/counts.ts'
import type { LegalDocument } from '#app/shared/legal-versions.ts'
import { Button } from '#app/ui/Button.tsx'
import { Field } from '#app/ui/Field.tsx'
import { AUDIENCE_WORDS, versionInWords } from './words.copy.ts'

type Props = {
  letter?: Announcement
  versions: Announcement['versions']
  /** The server's error for each field. */
  errors: Record<string, string>
  isBusy: boolean
  onSave: (draft: AnnouncementDraft) => void
  onTyped: (isChanged: boolean) => void
}

const aboutOf = (text: string): AnnouncementDraft['about'] => {
  const [document, version] = text.split(' ')
  return document ? { document: document as LegalDocument, version: Number(version) } : null
}

/** The text of a draft, its audience, and the version it announces. */
export function LetterForm({ letter, versions, errors, isBusy, onSave, onTyped }: Props) {
  const id = useId()
  const [length, setLength] = useState(letter?.body.length ?? 0)

  function readForm(form: HTMLFormElement): AnnouncementDraft {
    const given = Object.fromEntries(new FormData(form)) as Record<string, string>
    return {
      subject: given.subject ?? '',
      body: given.body ?? '',
      audience: (given.audience ?? 'everybody') as LetterAudience,
      about: aboutOf(given.about ?? ''),
    }
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    onSave(readForm(event.currentTarget))
  }

  function typed(event: FormEvent<HTMLFormElement>) {
    const now = readForm(event.currentTarget)
    setLength(now.body.length)
    const { about = null } = letter ?? {}
    const isSame =
      now.subject === (letter?.subject ?? '') &&
      now.body.replaceAll('\r\n', '\n') === (letter?.body ?? '') &&
      now.audience === (letter?.audience ?? 'everybody') &&
      JSON.stringify(now.about) === JSON.stringify(about)
    onTyped(!isSame)
  }

  return (
    <form
      className="letter-form"
      method="post"
      onSubmit={submit}
      onInput={typed}
      aria-label="The letter"
    >
      <Field
        label="Subject"
        name="subject"
        required
        maxLength={LONGEST_SUBJECT}
        defaultValue={letter?.subject}
        autoComplete="off"
        error={errors.subject}
      />
      <div className="field">
        <label htmlFor={`${id}-body`}>Letter</label>
        <div className="field-box">
          <textarea
            id={`${id}-body`}
            name="body"
            rows={14}
            required
            maxLength={LONGEST_LETTER}
            defaultValue={letter?.body}
            aria-invalid={errors.body !== undefined || undefined}
            aria-describedby={`${id}-note`}
          />
        </div>
        <p className={errors.body ? 'field-error' : 'field-hint'} id={`${id}-note`}>
          {errors.body ??
            `Plain words; an empty line begins a paragraph. A link is [words](/terms), and alone in its paragraph it is a button. ${formatCount(length)} of ${formatCount(LONGEST_LETTER)} characters.`}
        </p>
      </div>
      <div className="letter-choices">
        <div className="field">
          <label htmlFor={`${id}-audience`}>For</label>
          <select
            className="select"
            id={`${id}-audience`}
            name="audience"
            defaultValue={letter?.audience}
          >
            {AUDIENCES.map((audience) => (
              <option key={audience} value={audience}>
                {AUDIENCE_WORDS[audience]}
              </option>
            ))}
          </select>
        </div>
        <div className="field">
          <label htmlFor={`${id}-about`}>Tells of</label>
          <select
            className="select"
            id={`${id}-about`}
            name="about"
            defaultValue={
              letter?.about ? `${letter.about.document} ${letter.about.version}` : undefined
            }
          >
            <option value="">Something else, such as prices or a breach</option>
            {versions.map((version) => (
              <option
                key={`${version.document} ${version.version}`}
                value={`${version.document} ${version.version}`}
              >
                {versionInWords(version)}
              </option>
            ))}
          </select>
        </div>
      </div>
      <div className="letter-do">
        <Button type="submit" variant="tool-main" isBusy={isBusy}>
          {letter ? 'Save' : 'Save as a draft'}
        </Button>
      </div>
    </form>
  )
}
