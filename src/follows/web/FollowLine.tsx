import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useUser } from '#app/accounts/web/user.ts'
import type { Followed } from '#app/deals/web/follow-slot.ts'
import type { Follows } from '#app/follows/follows.contract.ts'
import { useViewerClass } from '#app/membership/web/subscription.ts'
import { paths } from '#app/shared/paths.ts'
import { UNREACHED } from '#app/web/api/unreached.copy.ts'
import { useReturnPath } from '#app/web/page/use-return-path.ts'
import { showToast } from '#app/web/toasts/toasts.ts'
import { rememberFollowWish } from './follow-wish.ts'
import { followsQuery } from './queries.ts'
import { FOLLOWED_BY_OTHERS, searchFollowWords } from './search-follow.copy.ts'
import { findFollow, type Stance, stanceOf } from './stance.ts'
import './follow.css'

/** The code behind the buttons, loaded on hover or focus. */
const loadFollowing = () => import('./following.ts')
const comeNear = () => void loadFollowing().catch(() => {})

/**
 * Names something with buttons to follow or hide it. Before JavaScript has loaded it is a form, which is the
 * same for everybody of a viewer class.
 */
export function FollowLine({ isNamed = false, ...what }: Followed & { isNamed?: boolean }) {
  const { stance, press } = useStance(what)
  const { pathname, search } = useLocation()
  const { kind, value, name } = what

  function submit(event: FormEvent<HTMLFormElement>) {
    const { submitter } = event.nativeEvent as SubmitEvent
    event.preventDefault()
    press((submitter as HTMLButtonElement).value as Stance)
  }

  return (
    <form
      method="post"
      action={paths.forYou()}
      className={kind === 'search' ? 'follow follow-search' : 'follow'}
      onSubmit={submit}
      onPointerEnter={comeNear}
      onFocus={comeNear}
    >
      <input type="hidden" name="kind" value={kind} />
      <input type="hidden" name="value" value={value} />
      <input type="hidden" name="from" value={pathname + search} />
      {kind === 'search' ? (
        <SearchChoice isFollowed={stance === 'followed'} />
      ) : (
        <>
          {!isNamed && <span className="follow-name">{name}</span>}
          <Choice what={name} is="followed" stance={stance} words={['Follow', 'Following']} />
          <Choice what={name} is="hidden" stance={stance} words={['Hide', 'Hidden']} />
        </>
      )}
    </form>
  )
}

function SearchChoice({ isFollowed }: { isFollowed: boolean }) {
  const isMember = useViewerClass() === 'member'
  return (
    <>
      <button
        type="submit"
        name="stance"
        value={isFollowed ? 'neither' : 'followed'}
        aria-pressed={isFollowed}
      >
        {searchFollowWords({ isMember, isFollowed })}
      </button>
      {!isMember && <span className="text-ink-soft">{FOLLOWED_BY_OTHERS}</span>}
    </>
  )
}

type ChoiceProps = {
  what: string
  is: 'followed' | 'hidden'
  stance: Stance
  words: [no: string, yes: string]
}

function Choice({ what, is, stance, words: [no, yes] }: ChoiceProps) {
  const isPressed = stance === is
  return (
    <button type="submit" name="stance" value={isPressed ? 'neither' : is} aria-pressed={isPressed}>
      {isPressed ? yes : no}
      <span className="sr"> {what}</span>
    </button>
  )
}

function useStance(what: Followed) {
  const user = useUser()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const next = useReturnPath()
  const mayFollow = user !== null && !user.isUnconfirmed
  const { data } = useQuery<Follows | null>({ ...followsQuery, enabled: mayFollow })
  // A search is stored in another form than its address has, so the pressed state is remembered here.
  const [pressed, setPressed] = useState<Stance>()
  const kept = stanceOf(findFollow(data, what))
  return {
    stance: what.kind === 'search' ? (pressed ?? kept) : kept,
    press(stance: Stance) {
      if (!user) {
        rememberFollowWish(what, stance)
        return void navigate(paths.signIn(next))
      }
      setPressed(stance)
      void loadFollowing()
        .then(({ setStance }) => setStance(queryClient, what, stance))
        .catch(() => {
          showToast({ title: 'Nothing has changed', description: UNREACHED, tone: 'error' })
          return false
        })
        .then((isDone) => isDone || setPressed(undefined))
    },
  }
}
