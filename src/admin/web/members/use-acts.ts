import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Member } from '#app/admin/members.contract.ts'
import { useProof } from '#app/admin/web/shell/use-proof.tsx'
import { browserApi } from '#app/web/api/api.ts'
import { showToast } from '#app/web/toasts/toasts.ts'
import { memberCall, showMember } from './queries.ts'
import { cameOfAct } from './words.copy.ts'

/** `id` identifies this one request. */
type ActAsked = { id: string; [field: string]: unknown }

/** Sends an act and shows the page as it is then; throws the error of a failed call. */
export type SendAct = (what: string, body: ActAsked, done: string) => Promise<void>

/** Performs acts on a member; `dialog` asks for the second factor when required. */
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
