import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Member } from '#app/admin/members.contract.ts'
import { useProof } from '#app/admin/web/shell/use-proof.tsx'
import { browserApi } from '#app/web/api/api.ts'
import { showToast } from '#app/web/toasts/toasts.ts'
import { memberCall, showMember } from './queries.ts'
import { cameOfAct } from './words.copy.ts'

/** `id` is of the one press that asks. */
type ActAsked = { id: string; [field: string]: unknown }

/** Asks for an act and shows the page as it is then; throws what went wrong. */
export type SendAct = (what: string, body: ActAsked, done: string) => Promise<void>

/** Acts on somebody; `dialog` asks for the second key where that is due. */
export function useActs(userId: string): { send: SendAct; dialog: ReactNode } {
  const queryClient = useQueryClient()
  const { withProof, dialog } = useProof()

  async function send(what: string, body: ActAsked, done: string): Promise<void> {
    const answer = await withProof(() => browserApi.request('POST', memberCall(userId, what), body))
    const member = (await answer.json()) as Member
    showMember(queryClient, member)
    showToast(cameOfAct(member, body.id, done))
  }

  return { send, dialog }
}
