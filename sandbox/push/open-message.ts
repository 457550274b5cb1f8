import { createDecipheriv, createECDH, createHmac, createPublicKey, verify } from 'node:crypto'

export type Keys = { privateKey: Buffer; publicKey: Buffer; auth: Buffer }

/** Decrypts a push message as a browser does (RFC 8188 and 8291). Throws if it is not meant for these keys. */
export function openMessage(body: Buffer, { privateKey, publicKey, auth }: Keys): string {
  const salt = body.subarray(0, 16)
  const keyLength = body.readUInt8(20)
  const theirs = body.subarray(21, 21 + keyLength)
  const sealed = body.subarray(21 + keyLength)
  const own = createECDH('prime256v1')
  own.setPrivateKey(privateKey)
  const shared = own.computeSecret(theirs)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), publicKey, theirs])
  const secret = derive(auth, shared, info, 32)
  const key = derive(salt, secret, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = derive(salt, secret, Buffer.from('Content-Encoding: nonce\0'), 12)
  const opener = createDecipheriv('aes-128-gcm', key, nonce)
  opener.setAuthTag(sealed.subarray(-16))
  const padded = Buffer.concat([opener.update(sealed.subarray(0, -16)), opener.final()])
  // The delimiter of the last record follows the text.
  return padded.subarray(0, padded.lastIndexOf(2)).toString('utf8')
}

function derive(salt: Buffer, secret: Buffer, info: Buffer, length: number): Buffer {
  const extracted = createHmac('sha256', salt).update(secret).digest()
  return createHmac('sha256', extracted)
    .update(Buffer.concat([info, Buffer.from([1])]))
    .digest()
    .subarray(0, length)
}

/** Verifies a sender's VAPID header (RFC 8292); undefined if it is invalid. */
export function readSender(header: string | undefined, audience: string, now: Date) {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(header ?? '') ?? []
  const [head = '', claims = '', signature = ''] = token.split('.')
  const point = Buffer.from(key, 'base64url')
  if (point.length !== 65) return
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) =>
    part.toString('base64url'),
  )
  const publicKey = createPublicKey({
    key: { kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' },
    format: 'jwk',
  })
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  const { aud, exp, sub } = JSON.parse(Buffer.from(claims, 'base64url').toString() || '{}')
  const seconds = now.getTime() / 1000
  const isFit = aud === audience && exp > seconds && exp <= seconds + 24 * 3600
  return isSigned && isFit && /^(mailto:|https:)/.test(sub) ? { key, sub: String(sub) } : undefined
}
