import { Readable } from 'node:stream'
import MimeNode, { type MimeNodeHeaderMap } from 'nodemailer/lib/mime-node'

/** Bytes that make one base64 line in a mail. */
const LINE_BYTES = 57

/** The shared beginning of many letters, in both forms; one object for all of them. */
export type Beginning = { html: string; text: string }
type Form = keyof Beginning

const HEADS: Record<Form, string> = {
  html: headOf('text/html'),
  text: headOf('text/plain'),
}

/** Ends a beginning; before it blanks can be inserted, to fill up a base64 line. */
const ENDS: Record<Form, string> = { html: '', text: '\r\n\r\n' }

const encoded = new WeakMap<Beginning, Partial<Record<Form, Buffer>>>()

/**
 * Builds one of many mails. The shared beginning is encoded once and reused, so that a hundred thousand mails need no
 * memory for it. If the library assembled the parts, it would stream and encode each mail separately.
 */
export function sharedMessage(
  headers: MimeNodeHeaderMap,
  beginning: Beginning,
  rest: Beginning,
): Readable {
  const node = new MimeNode('multipart/alternative').setHeader(headers)
  // The library chooses the boundary, which cannot be a base64 line.
  const head = node.buildHeaders()
  const part = `\r\n--${node.boundary}`
  const pieces = [
    Buffer.from(`${head}\r\n${part}\r\n${HEADS.text}`),
    beginningOf('text', beginning),
    Buffer.from(`${lines(bytesOf('text', rest.text))}${part}\r\n${HEADS.html}`, 'latin1'),
    beginningOf('html', beginning),
    Buffer.from(`${lines(bytesOf('html', rest.html))}${part}--\r\n`, 'latin1'),
  ]
  return new Readable({
    read() {
      for (const piece of pieces) this.push(piece)
      this.push(null)
    },
  })
}

function beginningOf(form: Form, beginning: Beginning): Buffer {
  const known = encoded.get(beginning) ?? {}
  encoded.set(beginning, known)
  known[form] ??= encodeBeginning(form, beginning[form])
  return known[form]
}

function encodeBeginning(form: Form, text: string): Buffer {
  const [bytes, end] = [bytesOf(form, text), Buffer.from(ENDS[form])]
  const missing = (LINE_BYTES - ((bytes.length + end.length) % LINE_BYTES)) % LINE_BYTES
  return Buffer.from(lines(Buffer.concat([bytes, Buffer.alloc(missing, ' '), end])), 'latin1')
}

function bytesOf(form: Form, text: string): Buffer {
  return Buffer.from(form === 'text' ? text.replace(/\r?\n/g, '\r\n') : text)
}

function lines(bytes: Buffer): string {
  return bytes.toString('base64').replace(/.{1,76}/g, '$&\r\n')
}

function headOf(type: string): string {
  return `Content-Type: ${type}; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n\r\n`
}
