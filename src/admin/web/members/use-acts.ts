import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Member } from '#app/admin/members.contract.ts'
import { useProof } from '#app/admin/web/shell/use-proof.tsx'
import { browserApi } from '#app/web/api/api.ts'
import { showToast } from '#app/web/toasts/toasts.ts'
import { memberCall, showMember } from './queries.ts'

/** Asks for an act and shows the page as it is then; throws what went wrong. */
export type SendAct = (what: string, body: object, done: string) => Promise<void>

/** Acts on somebody; `dialog` asks for the second key where that is due. */
export function useActs(userId: string): { send: SendAct; dialog: ReactNode } {
  const queryClient = useQueryClient()
  const { withProof, dialog } = useProof()

  async function send(what: string, body: object, done: string): Promise<void> {
    const answer = await withProof(() => browserApi.request('POST', memberCall(userId, what), body))
    const member = (await answer.json()) as Member
    showMember(queryClient, member)
    const waits = member.membership.acts.some(
      (act) => act.state === 'asked' && act.id === (body as { id?: string }).id,
    )
    const refused = member.membership.acts.find(
      (act) => act.state === 'refused' && act.id === (body as { id?: string }).id,
    )
    if (refused) {
      showToast({
        title: 'The payment provider refused it',
        description: 'Nothing has changed. The page says why.',
        tone: 'error',
      })
    } else if (waits) {
      showToast({
        title: 'Asked for',
        description: 'The payment provider has not confirmed it yet. It is tried again by itself.',
      })
    } else showToast({ title: done })
  }

  return { send, dialog }
}
