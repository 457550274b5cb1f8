import { useEffect, useRef, useState } from 'react'
import { Form } from 'react-router'
import { FormErrors } from '#app/accounts/web/FormErrors.tsx'
import {
  ALERT_OPTIONS,
  ALERTS_TITLE,
  ALERTS_WORDS,
  EDITION_OPTIONS,
  EDITION_TITLE,
  EDITION_WORDS,
  formatHour,
  PAUSED_WORDS,
  savedChoicesWords,
} from '#app/mailings/mail-choices.copy.ts'
import type { MailChoices } from '#app/mailings/mailings.contract.ts'
import type { ChoicePlace } from '#app/mailings/mailings.facts.ts'
import { TIME_ZONES } from '#app/mailings/time-zones.facts.ts'
import { BUSINESS_ZONE, weekdayName } from '#app/shared/dates.ts'
import type { MailStream } from '#app/shared/mail-streams.ts'
import { paths } from '#app/shared/paths.ts'
import { Button } from '#app/ui/Button.tsx'
import { useMailForm } from './actions.ts'

type Props = { choices: MailChoices; place: ChoicePlace }

const WEEKDAYS = [0, 1, 2, 3, 4, 5, 6]
const HOURS = Array.from({ length: 24 }, (_, hour) => hour)

/** Gives all choices equal weight, with none preselected. */
export function MailForm({ choices, place }: Props) {
  const { outcome, isBusy } = useMailForm('choose')
  const { fields = {}, error } = outcome ?? {}
  const messages = [...Object.values(fields), ...(error ? [error] : [])]
  const status = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (outcome?.isDone) status.current?.focus()
  }, [outcome])

  return (
    <Form
      method="post"
      action={paths.accountMail()}
      className="grid gap-12"
      noValidate
      preventScrollReset
    >
      {outcome?.isDone && (
        <p ref={status} className="notice outline-none" role="status" tabIndex={-1}>
          {savedChoicesWords(choices)}
        </p>
      )}
      <FormErrors title="Not yet" messages={messages} outcome={outcome} />
      <input type="hidden" name="intent" value="choose" />
      <input type="hidden" name="place" value={place} />
      <Stream
        name="edition"
        title={EDITION_TITLE}
        words={EDITION_WORDS}
        options={EDITION_OPTIONS}
        chosen={choices.edition}
        isPaused={choices.pausedStreams.includes('edition')}
        error={fields.edition}
      >
        <label className="flex flex-wrap items-center gap-3 text-sm">
          <span>The weekly one comes on</span>
          <select
            className="select min-h-11 px-3"
            name="editionWeekday"
            defaultValue={choices.editionWeekday}
          >
            {WEEKDAYS.map((weekday) => (
              <option key={weekday} value={weekday}>
                {weekdayName(weekday)}
              </option>
            ))}
          </select>
        </label>
      </Stream>
      <Stream
        name="alerts"
        title={ALERTS_TITLE}
        words={ALERTS_WORDS}
        options={ALERT_OPTIONS}
        chosen={choices.alerts}
        isPaused={choices.pausedStreams.includes('alerts')}
        error={fields.alerts}
      />
      <Clock choices={choices} />
      <div>
        <Button type="submit" isBusy={isBusy}>
          {isBusy ? 'Saving...' : 'Save my choices'}
        </Button>
      </div>
    </Form>
  )
}

type StreamProps = {
  name: MailStream
  title: string
  words: string
  options: Record<string, string>
  chosen: string | null
  isPaused: boolean
  error: string | undefined
  children?: React.ReactNode
}

function Stream({ name, title, words, options, chosen, isPaused, error, children }: StreamProps) {
  const describedBy = [
    `${name}-words`,
    ...(isPaused ? [`${name}-paused`] : []),
    ...(error ? [`${name}-error`] : []),
  ]
  return (
    <fieldset className="min-w-0" aria-describedby={describedBy.join(' ')}>
      <legend className="title mb-2">{title}</legend>
      <p id={`${name}-words`} className="mb-5 max-w-[34rem] text-sm text-ink-soft">
        {words}
      </p>
      {isPaused && (
        <p id={`${name}-paused`} className="notice mb-5 max-w-[34rem]">
          {PAUSED_WORDS[name]}
        </p>
      )}
      <div className="plans sm:grid-cols-3">
        {Object.entries(options).map(([value, label]) => (
          <label key={value} className="plan plan-beside">
            <input type="radio" name={name} value={value} defaultChecked={value === chosen} />
            <span className="plan-name">{label}</span>
          </label>
        ))}
      </div>
      {error && (
        <p id={`${name}-error`} className="field-error mt-3">
          {error}
        </p>
      )}
      {children && <div className="mt-4">{children}</div>}
    </fieldset>
  )
}

/** Defaults to the browser's time zone, once it is known. */
function Clock({ choices: { hour, timeZone } }: { choices: MailChoices }) {
  const [zone, setZone] = useState(timeZone ?? BUSINESS_ZONE)
  useEffect(() => {
    if (timeZone === null) setZone(Intl.DateTimeFormat().resolvedOptions().timeZone)
  }, [timeZone])
  const isListed = TIME_ZONES.some(([each]) => each === zone)
  return (
    <fieldset className="min-w-0">
      <legend className="title mb-2">Your hour</legend>
      <p className="mb-5 max-w-[34rem] text-sm text-ink-soft">
        For the edition, and for alerts that come once a day.
      </p>
      <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
        <label className="grid grid-cols-1 gap-2 text-sm font-semibold">
          Hour
          <select className="select min-h-13 px-4 font-normal" name="hour" defaultValue={hour}>
            {HOURS.map((each) => (
              <option key={each} value={each}>
                {formatHour(each)}
              </option>
            ))}
          </select>
        </label>
        <label className="grid grid-cols-1 gap-2 text-sm font-semibold">
          Clock of
          <select
            className="select min-h-13 px-4 font-normal"
            name="timeZone"
            value={zone}
            onChange={({ target }) => setZone(target.value)}
          >
            {!isListed && <option value={zone}>{zone.replaceAll('_', ' ')}</option>}
            {TIME_ZONES.map(([each, label]) => (
              <option key={each} value={each}>
                {label}
              </option>
            ))}
          </select>
        </label>
      </div>
    </fieldset>
  )
}
