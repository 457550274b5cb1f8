import fc from 'fast-check'

const SHARES = 1_000_000
/**
 * A position as a share of the file, so that a change fits files of any size. Without the usual bias
 * of numbers towards extremes: nearly all would be at the first byte.
 */
const at = fc.noBias(fc.nat(SHARES - 1).map((part) => part / SHARES))
const length = fc.noBias(fc.nat(600))

const inPlace = fc.oneof(
  fc.record({ kind: fc.constant('byte' as const), at, byte: fc.nat(255) }),
  fc.record({ kind: fc.constant('bit' as const), at, bit: fc.nat(7) }),
  // Overwrites what may be a length, a count or an offset.
  fc.record({
    kind: fc.constant('number' as const),
    at,
    value: fc.constantFrom(0, 1, 0x7fff, 0xffff, 0x7fffffff, 0x80000000, 0xfffffffe, 0xffffffff),
  }),
)
const moving = fc.oneof(
  fc.record({ kind: fc.constant('cut out' as const), at, length }),
  fc.record({ kind: fc.constant('repeat' as const), at, length }),
  fc.record({ kind: fc.constant('splice' as const), at, from: at, length }),
  fc.record({ kind: fc.constant('truncate' as const), at }),
)
type Change =
  | (typeof inPlace extends fc.Arbitrary<infer T> ? T : never)
  | (typeof moving extends fc.Arbitrary<infer T> ? T : never)

/** Changes that may happen to a file in transit, by accident or on purpose. */
export const changes: fc.Arbitrary<Change[]> = fc.oneof(
  { weight: 2, arbitrary: fc.array(inPlace, { minLength: 1, maxLength: 6 }) },
  // A change that shifts the rest of a file is soon detected; alone it gets further.
  { weight: 1, arbitrary: moving.map((only) => [only]) },
  { weight: 1, arbitrary: fc.array(fc.oneof(inPlace, moving), { minLength: 1, maxLength: 6 }) },
)

export function mutate(original: Buffer, all: Change[]): Buffer {
  return all.reduce<Buffer>((bytes, each) => apply(bytes, each), Buffer.from(original))
}

function apply(bytes: Buffer, change: Change): Buffer {
  const start = Math.floor(change.at * bytes.length)
  switch (change.kind) {
    case 'byte':
      if (start < bytes.length) bytes[start] = change.byte
      return bytes
    case 'bit':
      if (start < bytes.length) bytes[start] = (bytes[start] ?? 0) ^ (1 << change.bit)
      return bytes
    case 'number':
      if (start + 4 <= bytes.length) bytes.writeUInt32LE(change.value, start)
      return bytes
    case 'cut out':
      return Buffer.concat([bytes.subarray(0, start), bytes.subarray(start + change.length)])
    case 'repeat': {
      const end = start + change.length
      return Buffer.concat([bytes.subarray(0, end), bytes.subarray(start)])
    }
    case 'splice': {
      const from = Math.floor(change.from * bytes.length)
      const piece = bytes.subarray(from, from + change.length)
      return Buffer.concat([bytes.subarray(0, start), piece, bytes.subarray(start)])
    }
    case 'truncate':
      return bytes.subarray(0, start)
  }
}
