import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import { AccountFailure } from '#app/accounts/web/AccountFailure.tsx'
import type { Notices } from '#app/notices/notices.contract.ts'
import { NOTICES_ON_A_PAGE } from '#app/notices/notices.facts.ts'
import { businessDay } from '#app/shared/dates.ts'
import { paths } from '#app/shared/paths.ts'
import { ListOutline } from '#app/ui/ListOutline.tsx'
import { keepsFocus } from '#app/web/page/keeps-focus.ts'
import { Pages } from '#app/web/page/Pages.tsx'
import { ProblemScreen } from '#app/web/page/ProblemScreen.tsx'
import { daysOfInbox, inboxDayInWords } from './inbox-days.rules.ts'
import { NoticeEntry } from './NoticeEntry.tsx'
import { OnDevices } from './OnDevices.tsx'
import { noticesQuery } from './queries.ts'
import { markAllRead } from './reading.ts'

export function InboxList({ page }: { page: number }) {
  const { data, error } = useQuery<Notices>(noticesQuery(page))
  if (!data && error)
    return <AccountFailure eyebrow="Inbox" href={paths.inbox(page)} subject="notices" />
  if (data?.total === 0) return <NothingTold />
  const pages = Math.ceil((data?.total ?? 0) / NOTICES_ON_A_PAGE)
  return (
    <div className="wrap grid grid-cols-1 gap-x-18 gap-y-14 py-8 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)] lg:py-14">
      <div ref={keepsFocus}>
        <header className="mb-6 flex flex-wrap items-baseline justify-between gap-x-8 gap-y-1">
          <h1 className="headline">Inbox</h1>
          {data && <ReadAll page={page} data={data} />}
        </header>
        {data ? <Days page={page} data={data} /> : <ListOutline className="mt-10" />}
        {data?.notices.length === 0 && (
          <p className="lead">
            The inbox ends before here.{' '}
            <Link className="link" to={paths.inbox()}>
              Start with the newest
            </Link>
          </p>
        )}
        <Pages page={page} pages={pages} pathOf={paths.inbox} words={['Newer', 'Older']} />
      </div>
      {data && <OnDevices />}
    </div>
  )
}

function Days({ page, data }: { page: number; data: Notices }) {
  const today = businessDay(new Date(data.now))
  return daysOfInbox(data.notices).map(({ day, notices }) => (
    <section key={day} className="mt-10">
      <h2 className="title mb-3">{inboxDayInWords(day, today)}</h2>
      <ul>
        {notices.map((notice) => (
          <NoticeEntry key={notice.id} notice={notice} now={data.now} page={page} />
        ))}
      </ul>
    </section>
  ))
}

function ReadAll({ page, data }: { page: number; data: Notices }) {
  const queryClient = useQueryClient()
  const { newestId } = data
  if (data.unread === 0) {
    return (
      <p className="text-sm text-ink-soft" role="status" data-said>
        All read
      </p>
    )
  }
  if (newestId === null) return null
  return (
    <form
      method="post"
      action={paths.inbox(page)}
      className="flex items-baseline gap-x-5"
      onSubmit={(event) => {
        event.preventDefault()
        void markAllRead(queryClient, page, newestId)
      }}
    >
      <span className="text-sm text-ink-soft" role="status">{`${data.unread} unread`}</span>
      <button type="submit" name="read-through" value={newestId} className="text-button">
        Mark all as read
      </button>
    </form>
  )
}

function NothingTold() {
  return (
    <ProblemScreen
      eyebrow="Inbox"
      title="Nothing to tell yet"
      actions={
        <>
          <Link className="button" to={paths.dailyDeals()}>
            See today’s deals
          </Link>
          <Link className="link text-sm" to={paths.saved()}>
            See what you saved
          </Link>
        </>
      }
    >
      <p className="lead">
        Save a deal, and it is said here when its price goes down, when it ends soon and when it is
        back.
      </p>
      <OnDevices />
    </ProblemScreen>
  )
}
