import type { UnsubscribeLink } from '#app/mailings/mailings.contract.ts'
import type { AppContext } from '#app/server/context.ts'
import { newId } from '#app/server/ids.ts'
import { notFound } from '#app/server/problem.ts'
import type { MailStream } from '#app/shared/mail-streams.ts'
import {
  findChoicesByRef,
  insertMailEvent,
  lockChoices,
  switchStreamOff,
} from './choices.queries.ts'
import { isSignedBy, readUnsubscribeToken } from './unsubscribe-token.ts'

/** Returns what the link is for. Throws the same 404 for every invalid token. */
export async function readUnsubscribeLink(
  ctx: AppContext,
  token: string,
): Promise<UnsubscribeLink> {
  const { choices, stream } = await requireToken(ctx, token)
  return { stream, isOn: choices[stream] !== 'never' }
}

/** Switches a stream off. Needs only the token, which can do nothing else; idempotent. */
export async function unsubscribe(
  ctx: AppContext,
  { token, toldBy }: { token: string; toldBy: string },
): Promise<MailStream> {
  const { choices, stream } = await requireToken(ctx, token)
  const { userId } = choices
  const now = ctx.now()
  await ctx.db.transaction().execute(async (trx) => {
    const before = await lockChoices(trx, userId)
    if (!before || before[stream] === 'never') return
    await switchStreamOff(trx, { userId, stream })
    const event = { id: newId(), userId, mailId: null, stream, happenedAt: now }
    await insertMailEvent(trx, { ...event, kind: 'unsubscribe', toldBy })
  })
  return stream
}

async function requireToken(ctx: AppContext, token: string) {
  const said = readUnsubscribeToken(token)
  const choices = said && (await findChoicesByRef(ctx.db, said.ref))
  if (!said || !choices || !isSignedBy(choices, said)) throw notFound('link')
  return { choices, stream: said.stream }
}
