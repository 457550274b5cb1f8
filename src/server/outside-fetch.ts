import { lookup } from 'node:dns/promises'
import { createWriteStream } from 'node:fs'
import http, { type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import https from 'node:https'
import { isIP } from 'node:net'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import ipaddr from 'ipaddr.js'
import { outbound } from '#app/server/observability/outbound.ts'
import { isNotTaken } from '#app/server/storage/not-stored.ts'

/** Why a fetch failed; the message is meant for the person who gave the address. */
export class OutsideFailure extends Error {
  override name = 'OutsideFailure'
  /**
   * `barred`: a forbidden address; `refused`: an error status; `large`: the answer was too long; `silent`: no answer
   * in time.
   */
  readonly kind: 'barred' | 'refused' | 'large' | 'silent'

  constructor(message: string, kind: OutsideFailure['kind']) {
    super(message)
    this.kind = kind
  }
}

type Limits = { maxBytes: number; timeoutMs: number }
/** Reads a file from the public internet. Throws {@link OutsideFailure}. */
export type FetchOutside = (address: string, limits: Limits) => Promise<Buffer>

type Options = {
  resolve?: Resolve
  /** Which IP addresses are allowed; tests allow loopback. */
  isAllowed?: (address: string) => boolean
  isAllowedPort?: (port: string) => boolean
}
/** Maps a fictional shop to the sandbox's stand-in. */
type Played = { playedAt?: (url: URL) => URL | undefined }

const MOST_REDIRECTS = 3
const USER_AGENT = 'NouveauDesignerClub/1.0 (pictures for our own catalogue)'

/** A message, and the time limit for its answer. */
type Posting = { headers: Record<string, string>; body: Buffer; timeoutMs: number }
/** Posts to the public internet and returns the status; nothing else of the answer is read. */
export type PostOutside = (
  address: string,
  posting: Posting,
) => Promise<{ status: number; retryAfterSeconds: number | undefined }>

/**
 * Posts to an address that a browser gave, which may be anything: it is checked like fetched addresses, and redirects
 * are not followed. Throws {@link OutsideFailure}.
 */
export function createPostOutside(options: Options = {}): PostOutside {
  const connect = createConnect(options)
  const post: PostOutside = async (address, { headers, body, timeoutMs }) => {
    const signal = AbortSignal.timeout(timeoutMs)
    try {
      const sending = { method: 'POST', headers, body }
      const response = await connect(parse(address), signal, sending)
      const { statusCode: status = 0, headers: answered } = response
      response.destroy()
      const seconds = Number(answered['retry-after'])
      return { status, retryAfterSeconds: seconds > 0 ? seconds : undefined }
    } catch (error) {
      if (error instanceof OutsideFailure) throw error
      throw new OutsideFailure(signal.aborted ? 'Nobody answers.' : 'Nobody is there.', 'silent')
    }
  }
  return (address, posting) => outbound('push', 'send', () => post(address, posting))
}

/**
 * Fetches an address that a person gave, protected against SSRF: the name is resolved once, all its IP addresses must
 * be public, and the connection goes to exactly the address that was checked. Redirects are checked in the same way.
 */
export function createFetchOutside({
  playedAt = () => undefined,
  ...options
}: Options & Played = {}): FetchOutside {
  const connect = createConnect(options)
  const play = createConnect({ isAllowed: () => true, isAllowedPort: () => true })

  const fetchOutside: FetchOutside = async (address, { maxBytes, timeoutMs }) => {
    const signal = AbortSignal.timeout(timeoutMs)
    try {
      let url = parse(address)
      for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects += 1) {
        const played = playedAt(url)
        const response = await (played ? play(played, signal) : connect(url, signal))
        const { statusCode = 0, headers } = response
        if (statusCode >= 300 && statusCode < 400 && headers.location) {
          response.destroy()
          url = parse(headers.location, url)
          continue
        }
        if (statusCode !== 200) {
          response.destroy()
          throw new OutsideFailure(`${url.hostname} answered ${statusCode}.`, 'refused')
        }
        return await readAll(response, maxBytes)
      }
      throw new OutsideFailure('The link leads from one place to the next.', 'barred')
    } catch (error) {
      if (error instanceof OutsideFailure) throw error
      if (signal.aborted) throw new OutsideFailure('The link takes too long to answer.', 'silent')
      throw new OutsideFailure('The link cannot be reached.', 'silent')
    }
  }
  return (address, limits) => outbound('pictures', 'fetch', () => fetchOutside(address, limits))
}

/** One answer of a shop, of any status; the content is read only for 200. */
export type OutsideAnswer = {
  status: number
  headers: IncomingHttpHeaders
  bytes: Buffer<ArrayBuffer>
}
type Question = Limits & {
  headers: Record<string, string>
  /** Truncates a longer answer instead of refusing it. */
  isCut?: boolean
  /** Longest pause between bytes, within the overall time limit. */
  longestSilenceMs?: number
  /** File to save the content to, when it may be too large for memory. */
  saveTo?: string
  /** Called with the number of bytes so far; an exception ends the request. */
  onBytes?: (bytes: number) => void
}
/** Requests one address of a shop. Follows no redirects. Throws {@link OutsideFailure}. */
export type ReadOutside = (address: string, question: Question) => Promise<OutsideAnswer>

/**
 * Requests one address of a shop, guarded like {@link createFetchOutside}. Redirects are left to the caller, so that
 * each request respects the pace of its host.
 */
export function createReadOutside({
  playedAt = () => undefined,
  ...options
}: Options & Played = {}): ReadOutside {
  const connect = createConnect(options)
  const play = createConnect({ isAllowed: () => true, isAllowedPort: () => true })
  const read: ReadOutside = async (address, question) => {
    const { maxBytes, timeoutMs, longestSilenceMs = timeoutMs, isCut = false, saveTo } = question
    const silence = new AbortController()
    const alarm = setTimeout(() => silence.abort(), longestSilenceMs)
    const signal = AbortSignal.any([AbortSignal.timeout(timeoutMs), silence.signal])
    const onBytes = (bytes: number) => {
      alarm.refresh()
      question.onBytes?.(bytes)
    }
    try {
      const url = parse(address)
      const played = playedAt(url)
      const sending = { method: 'GET', headers: { ...question.headers, 'accept-encoding': 'gzip' } }
      const response = await (played
        ? play(played, signal, sending)
        : connect(url, signal, sending))
      const status = response.statusCode ?? 0
      if (status !== 200) {
        response.destroy()
        return { status, headers: response.headers, bytes: Buffer.alloc(0) }
      }
      const limits = { maxBytes, isCut, signal, onBytes }
      if (saveTo !== undefined) {
        await pipeline(unpacked(response, limits), createWriteStream(saveTo, { mode: 0o600 }))
        return { status, headers: response.headers, bytes: Buffer.alloc(0) }
      }
      const pieces: Buffer[] = []
      for await (const piece of unpacked(response, limits)) pieces.push(piece)
      const bytes = Buffer.concat(pieces).subarray(0, maxBytes)
      return { status, headers: response.headers, bytes }
    } catch (error) {
      if (error instanceof OutsideFailure || isNotTaken(error)) throw error
      throw new OutsideFailure(
        signal.aborted ? 'The shop takes too long to answer.' : 'The shop cannot be reached.',
        'silent',
      )
    } finally {
      clearTimeout(alarm)
    }
  }
  return (address, question) => outbound('shops', 'look', () => read(address, question))
}

type Coming = {
  maxBytes: number
  isCut: boolean
  signal: AbortSignal
  onBytes: (bytes: number) => void
}

async function* unpacked(
  response: IncomingMessage,
  { maxBytes, isCut, signal, onBytes }: Coming,
): AsyncGenerator<Buffer> {
  const isPacked = response.headers['content-encoding']?.toLowerCase() === 'gzip'
  const source = isPacked ? response.pipe(createGunzip()) : response
  // A broken connection must not look like the end of the compressed data.
  response.once('error', (error) => source.destroy(error))
  response.once('aborted', () => source.destroy(new Error('The shop has broken off.')))
  let bytes = 0
  try {
    for await (const piece of source as AsyncIterable<Buffer>) {
      signal.throwIfAborted()
      bytes += piece.length
      if (bytes > maxBytes && !isCut) throw new OutsideFailure('The page is too large.', 'large')
      onBytes(bytes)
      yield piece
      if (bytes > maxBytes) break
    }
  } finally {
    response.destroy()
  }
}

type Connect = (url: URL, signal: AbortSignal, sending?: Sending) => Promise<IncomingMessage>
type Sending = { method: string; headers: Record<string, string>; body?: Buffer }

const READING: Sending = {
  method: 'GET',
  headers: { 'user-agent': USER_AGENT, accept: 'image/jpeg, image/png, image/webp' },
}

/** Connects to exactly the IP address that was checked. */
function createConnect({
  resolve = resolveHost,
  isAllowed = isPublicAddress,
  isAllowedPort = (port) => port === '',
}: Options): Connect {
  return async (url, signal, sending = READING) => {
    if (url.protocol !== 'http:' && url.protocol !== 'https:') {
      throw new OutsideFailure('The link does not begin with http:// or https://.', 'barred')
    }
    if (url.username || url.password)
      throw new OutsideFailure('The link carries a password.', 'barred')
    if (!isAllowedPort(url.port))
      throw new OutsideFailure('The link names a port of its own.', 'barred')
    const address = await publicAddressOf(url.hostname, { resolve, isAllowed }).catch(() => {
      throw new OutsideFailure(`There is no ${url.hostname} to be found.`, 'silent')
    })
    if (!address)
      throw new OutsideFailure('The link does not lead to the public internet.', 'barred')
    return ask(url, address, signal, sending)
  }
}

function parse(address: string, base?: URL): URL {
  const url = URL.parse(address, base)
  if (!url) throw new OutsideFailure('That is not a link.', 'barred')
  return url
}

/** Sends the request to this IP address, whatever the name resolves to by now. */
function ask(
  url: URL,
  address: string,
  signal: AbortSignal,
  { method, headers, body }: Sending,
): Promise<IncomingMessage> {
  const { request } = url.protocol === 'https:' ? https : http
  return new Promise((resolve, reject) => {
    request(url, {
      agent: false,
      signal,
      method,
      headers,
      lookup: (_host, options, done) => {
        const family = isIP(address)
        if (options.all) done(null, [{ address, family }])
        else done(null, address, family)
      },
    })
      .on('response', resolve)
      .on('error', reject)
      .end(body)
  })
}

async function readAll(response: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const pieces: Buffer[] = []
  let bytes = 0
  for await (const piece of response as AsyncIterable<Buffer>) {
    bytes += piece.length
    if (bytes > maxBytes)
      throw new OutsideFailure('The file behind the link is too large.', 'large')
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}

/** Resolves the IP addresses of a host. */
type Resolve = (host: string) => Promise<string[]>

const resolveHost: Resolve = async (host) => {
  const found = await lookup(host, { all: true, verbatim: true })
  return found.map(({ address }) => address)
}

const GIVEN_OUT = ipaddr.parseCIDR('2000::/3')

/**
 * Whether an IP address is on the public internet: not loopback, private or any other special range, in any
 * notation.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const plain = ipaddr.process(address)
  if (plain.range() !== 'unicast') return false
  // Only 2000::/3 of IPv6 is allocated as global unicast.
  return plain.kind() === 'ipv4' || plain.match(GIVEN_OUT)
}

/**
 * The IP address to connect to for this host. Undefined when it has none, or when any of them is not public, since the
 * owner of the name chooses which one we get.
 */
async function publicAddressOf(
  host: string,
  { resolve, isAllowed }: { resolve: Resolve; isAllowed: (address: string) => boolean },
): Promise<string | undefined> {
  const bare = host.replace(/^\[|\]$/g, '')
  const addresses = isIP(bare) ? [bare] : await resolve(bare)
  return addresses.every(isAllowed) ? addresses[0] : undefined
}
