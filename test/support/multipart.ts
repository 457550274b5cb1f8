import { randomUUID } from 'node:crypto'

type Values = Record<string, string | string[]>
type File = { field: string; fileName: string; bytes: Buffer | string; type?: string }

/** Encodes a form as a browser sends it, for `inject`. */
export function multipart(fields: Values, files: File[] = []) {
  const boundary = `----form${randomUUID()}`
  const parts = [
    ...Object.entries(fields).flatMap(([name, values]) =>
      [values].flat().map((value) => [`name="${inHeader(name)}"`, value] as const),
    ),
    ...files.map(({ field, fileName, bytes, type = 'application/octet-stream' }) => {
      const about = `name="${inHeader(field)}"; filename="${inHeader(fileName)}"`
      return [`${about}\r\nContent-Type: ${type}`, bytes] as const
    }),
  ]
  return {
    payload: Buffer.concat([
      ...parts.flatMap(([about, content]) => [
        Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; ${about}\r\n\r\n`),
        Buffer.from(content),
        Buffer.from('\r\n'),
      ]),
      Buffer.from(`--${boundary}--\r\n`),
    ]),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  }
}

function inHeader(text: string): string {
  return text.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}
