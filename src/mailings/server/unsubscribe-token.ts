import { createHmac } from 'node:crypto'
import { isSameSecret } from '#app/server/tokens.ts'
import type { MailStream } from '#app/shared/mail-streams.ts'

type Signer = { ref: string; linkKey: string }

const LETTERS: Record<MailStream, string> = { edition: 'e', alerts: 'a' }
const SHAPE = /^([A-Za-z0-9_-]{12})([ea])([A-Za-z0-9_-]{43})$/

/**
 * Creates a token that can only switch one stream off for one person. It is signed with a key of that person,
 * which is deleted with the account.
 */
export function unsubscribeToken({ ref, linkKey }: Signer, stream: MailStream): string {
  return ref + LETTERS[stream] + signatureOf(linkKey, stream)
}

/** Parses a token without verifying it; returns undefined for a token that we cannot have made. */
export function readUnsubscribeToken(
  token: string,
): { ref: string; stream: MailStream; signature: string } | undefined {
  const [, ref, letter, signature] = SHAPE.exec(token) ?? []
  if (!ref || !signature) return
  return { ref, stream: letter === LETTERS.edition ? 'edition' : 'alerts', signature }
}

export function isSignedBy(
  { linkKey }: Pick<Signer, 'linkKey'>,
  { stream, signature }: { stream: MailStream; signature: string },
): boolean {
  return isSameSecret(signature, signatureOf(linkKey, stream))
}

function signatureOf(linkKey: string, stream: MailStream): string {
  return createHmac('sha256', linkKey).update(`unsubscribe ${stream}`).digest('base64url')
}
