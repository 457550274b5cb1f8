import { createHmac } from 'node:crypto'

/**
 * What the receiver checks. The time is real time even when the sandbox's clock was moved, because
 * receivers compare it with their own.
 */
export function signatureHeader(payload: string, secret: string): string {
  const seconds = Math.floor(Date.now() / 1000)
  const signature = createHmac('sha256', secret).update(`${seconds}.${payload}`).digest('hex')
  return `t=${seconds},v1=${signature}`
}
