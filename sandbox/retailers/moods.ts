import { mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'

/** How a shop, or one of its pages, responds. */
export const MOODS = {
  honest: 'As it is',
  'sold-out': 'Sold out',
  gone: 'Taken away (404)',
  list: 'Leads to the front page',
  refuse: 'Refuses (403)',
  'too-much': 'Too much, come back in a minute (429)',
  robots: 'Robots are not wanted',
  down: 'Broken (500)',
  hang: 'Never answers',
  drip: 'Sends each byte by itself',
  free: 'Lies: costs nothing',
  thousandth: 'Lies: costs a thousandth',
  euros: 'Lies: in euros',
  'other-piece': 'Lies: another piece',
  inside: 'Leads into our own network',
  nonsense: 'Nonsense',
  decoy: 'Ten megabytes',
} as const
export type Mood = keyof typeof MOODS

const MoodName = z.enum(Object.keys(MOODS) as [Mood, ...Mood[]])
const State = z.object({
  /** By host name. */
  shops: z.record(z.string(), MoodName),
  /** By address. */
  pieces: z.record(
    z.string(),
    z.object({
      mood: MoodName.optional(),
      salePriceCents: z.int().nonnegative().optional(),
      /** What is shown beside the price, if it is not the shop's own earlier price. */
      beside: z.enum(['rrp', 'nothing']).optional(),
    }),
  ),
})
type State = z.infer<typeof State>
type PieceState = State['pieces'][string]

const NOTHING: State = { shops: {}, pieces: {} }

/**
 * The changes made at the console, kept in a file so that all processes share them and they survive a
 * restart.
 */
export function openMoods(dataDir: string) {
  const file = path.join(dataDir, 'sandbox', 'retailers.json')
  let known = NOTHING
  let readAt = -1

  function read(): State {
    const { mtimeMs } = statSync(file, { throwIfNoEntry: false }) ?? { mtimeMs: 0 }
    if (mtimeMs === readAt) return known
    readAt = mtimeMs
    known = mtimeMs === 0 ? NOTHING : State.parse(JSON.parse(readFileSync(file, 'utf8')))
    return known
  }

  function write(change: (state: State) => void) {
    const state = structuredClone(read())
    change(state)
    mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 })
    // Renaming is atomic, so nobody reads half a file.
    writeFileSync(`${file}.new`, JSON.stringify(state))
    renameSync(`${file}.new`, file)
    readAt = -1
  }

  return {
    ofShop: (host: string): Mood => read().shops[host] ?? 'honest',
    ofPiece: (address: string): PieceState => read().pieces[address] ?? {},
    changed: () => read(),
    setShop: (host: string, mood: Mood) =>
      write(({ shops }) => {
        if (mood === 'honest') delete shops[host]
        else shops[host] = mood
      }),
    setPiece: (address: string, { mood, salePriceCents }: Omit<PieceState, 'beside'>) =>
      write(({ pieces }) => {
        const beside = pieces[address]?.beside
        const isOther = (mood !== undefined && mood !== 'honest') || salePriceCents !== undefined
        if (isOther || beside) pieces[address] = { mood, salePriceCents, beside }
        else delete pieces[address]
      }),
    /** Sets what several pages show beside their prices. */
    setBeside: (
      addresses: Array<readonly [address: string, beside: NonNullable<PieceState['beside']>]>,
    ) =>
      write(({ pieces }) => {
        for (const [address, beside] of addresses) {
          pieces[address] = { ...pieces[address], beside }
        }
      }),
    forget: () =>
      write((state) => {
        const kept = Object.entries(state.pieces).flatMap(([address, { beside }]) =>
          beside ? [[address, { beside }] as const] : [],
        )
        Object.assign(state, { shops: {}, pieces: Object.fromEntries(kept) })
      }),
  }
}

export type Moods = ReturnType<typeof openMoods>

/** A piece with the changed price. */
export function atPrice<
  P extends { salePriceCents: number | null; originalPriceCents: number | null },
>(piece: P, { salePriceCents, beside }: PieceState): P {
  return {
    ...piece,
    ...(salePriceCents !== undefined && { salePriceCents }),
    ...(beside === 'nothing' && { originalPriceCents: null }),
  }
}
