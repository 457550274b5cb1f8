import { Readable } from 'node:stream'

/** A line of base64, as mail has it, is made of so many bytes. */
const LINE_BYTES = 57

/** What many letters begin with, in both forms: the same object for all of them. */
export type Beginning = { html: string; text: string }
type Form = keyof Beginning

const HEADS: Record<Form, Buffer> = {
  html: headOf('text/html'),
  text: headOf('text/plain'),
}

/** Ends a beginning: what stands before it may be followed by blanks, up to the end of a line of base64. */
const ENDS: Record<Form, string> = { html: '', text: '\r\n\r\n' }

const encoded = new WeakMap<Beginning, Partial<Record<Form, Buffer>>>()

/**
 * One form of a mail of many as a finished part. What all of them begin with is encoded once and handed on as
 * it is: a hundred thousand mails take no room for it.
 */
export function sharedPart(form: Form, beginning: Beginning, rest: string): Readable {
  return Readable.from([HEADS[form], beginningOf(form, beginning), lines(bytesOf(form, rest))], {
    objectMode: false,
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
  return lines(Buffer.concat([bytes, Buffer.alloc(missing, ' '), end]))
}

function bytesOf(form: Form, text: string): Buffer {
  return Buffer.from(form === 'text' ? text.replace(/\r?\n/g, '\r\n') : text)
}

function lines(bytes: Buffer): Buffer {
  return Buffer.from(bytes.toString('base64').replace(/.{1,76}/g, '$&\r\n'), 'latin1')
}

function headOf(type: string): Buffer {
  return Buffer.from(
    `Content-Type: ${type}; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n\r\n`,
  )
}
