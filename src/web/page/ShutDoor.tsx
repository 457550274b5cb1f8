import { Link, data as withStatus } from 'react-router'
import { paths } from '#app/shared/paths.ts'
import type { Door } from '#app/shared/switches.ts'
import type { Api } from '#app/web/api/api.ts'
import { ProblemScreen } from './ProblemScreen.tsx'

/** What a page's loader returns while its door is shut. */
export type Shut = { shut: string }

/** For loaders: null while the door is open or its state is unknown; then the call behind it reports it. */
export async function askDoor(api: Api, door: Door) {
  const answer = await api.request('GET', `/api/doors/${door}`).catch(() => undefined)
  if (!answer) return null
  const { isOpen, words } = (await answer.json()) as { isOpen: boolean; words: string }
  return isOpen ? null : withStatus<Shut>({ shut: words }, { status: 503 })
}

/** The page shown while the door is shut. */
export function ShutDoor({ title, words }: { title: string; words: string }) {
  return (
    <ProblemScreen
      title={title}
      actions={
        <>
          <Link className="button" to={paths.dailyDeals()}>
            Look at today’s edition
          </Link>
          <Link className="link text-sm" to={paths.signIn()}>
            Sign in
          </Link>
        </>
      }
    >
      <p className="lead">{words}</p>
    </ProblemScreen>
  )
}
