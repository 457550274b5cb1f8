import { useQueryClient } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { userAtHand } from '#app/accounts/web/user.ts'
import type { Deal } from '#app/deals/deals.contract.ts'
import { paths } from '#app/shared/paths.ts'
import { goTo } from '#app/web/page/PageLink.tsx'
import { rememberSaveWish } from './save-wish.ts'
import { useIsSaved } from './saved-ids.ts'
import { setSaved } from './saving.ts'

type Props = { deal: Deal; isLabelled?: boolean; isRepeat?: boolean | undefined }

/** The heart of a deal. Before JavaScript has loaded it is a form, the same for a whole viewer class. */
export function SaveButton({ deal: { id }, isLabelled = false, isRepeat = false }: Props) {
  const isSaved = useIsSaved(id)
  const queryClient = useQueryClient()

  function submit(event: FormEvent) {
    event.preventDefault()
    if (userAtHand(queryClient)) return void setSaved(queryClient, id, !isSaved)
    rememberSaveWish(id)
    goTo(paths.signIn(paths.deal(id)))
  }

  return (
    <form
      method="post"
      action={paths.saved()}
      className={isLabelled ? 'heart heart-labelled' : 'heart'}
      onSubmit={submit}
    >
      <button
        type="submit"
        name={isSaved ? 'remove' : 'save'}
        value={id}
        aria-pressed={isSaved}
        tabIndex={isRepeat ? -1 : undefined}
      >
        <svg viewBox="0 0 24 24" aria-hidden>
          <path d="M12 20C5 15.5 3.5 12 3.5 9.2A4.4 4.4 0 0 1 12 7a4.4 4.4 0 0 1 8.5 2.2C20.5 12 19 15.5 12 20Z" />
        </svg>
        <span>{isSaved ? 'Saved' : 'Save'}</span>
      </button>
    </form>
  )
}
