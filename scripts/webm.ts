/** A frame of an encoded film, as the browser's encoder returns it. */
export type Chunk = { timeMs: number; isKey: boolean; bytes: Buffer }
type Film = { codec: 'V_VP9'; width: number; height: number; durationMs: number; chunks: Chunk[] }

/** Writes encoded frames into a seekable WebM file: one track, a cluster per key frame. */
export function writeWebm({ codec, width, height, durationMs, chunks }: Film): Buffer {
  const info = element(0x1549a966, [
    uint(0x2ad7b1, 1_000_000),
    float(0x4489, durationMs),
    text(0x4d80, 'Nouveau'),
    text(0x5741, 'Nouveau'),
  ])
  const tracks = element(0x1654ae6b, [
    element(0xae, [
      uint(0xd7, 1),
      uint(0x73c5, 1),
      uint(0x9c, 0),
      uint(0x83, 1),
      text(0x86, codec),
      element(0xe0, [uint(0xb0, width), uint(0xba, height)]),
    ]),
  ])
  const clusters = clustersOf(chunks)
  // Cue positions have a fixed size, so the length of the list is known in advance.
  const cuesLength = cues(clusters.map(() => 0)).length
  let place = info.length + tracks.length + cuesLength
  const places = clusters.map(({ bytes }) => {
    const here = place
    place += bytes.length
    return here
  })
  const header = element(0x1a45dfa3, [
    uint(0x4286, 1),
    uint(0x42f7, 1),
    uint(0x42f2, 4),
    uint(0x42f3, 8),
    text(0x4282, 'webm'),
    uint(0x4287, 4),
    uint(0x4285, 2),
  ])
  const all = [info, tracks, cues(places), ...clusters.map(({ bytes }) => bytes)]
  return Buffer.concat([header, element(0x18538067, all)])

  function cues(at: number[]): Buffer {
    const points = at.map((position, index) =>
      element(0xbb, [
        uint(0xb3, clusters[index]?.timeMs ?? 0, 4),
        element(0xb7, [uint(0xf7, 1), uint(0xf1, position, 4)]),
      ]),
    )
    return element(0x1c53bb6b, points)
  }
}

function clustersOf(chunks: Chunk[]): Array<{ timeMs: number; bytes: Buffer }> {
  const groups: Chunk[][] = []
  for (const chunk of chunks) {
    if (chunk.isKey || groups.length === 0) groups.push([])
    groups.at(-1)?.push(chunk)
  }
  return groups.map((group) => {
    const timeMs = group[0]?.timeMs ?? 0
    const blocks = group.map((chunk) => {
      const head = Buffer.from([0x81, 0, 0, chunk.isKey ? 0x80 : 0])
      head.writeInt16BE(chunk.timeMs - timeMs, 1)
      return element(0xa3, [head, chunk.bytes])
    })
    return { timeMs, bytes: element(0x1f43b675, [uint(0xe7, timeMs), ...blocks]) }
  })
}

function element(id: number, parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  const length = Buffer.alloc(8)
  length.writeBigUInt64BE(BigInt(content.length))
  length[0] = 0x01
  return Buffer.concat([idOf(id), length, content])
}

function idOf(id: number): Buffer {
  const hex = id.toString(16)
  return Buffer.from(hex.padStart(hex.length + (hex.length % 2), '0'), 'hex')
}

function uint(id: number, value: number, bytes = value > 0xff_ff ? 4 : 2): Buffer {
  const content = Buffer.alloc(bytes)
  content.writeUIntBE(value, 0, bytes)
  return element(id, [content])
}

function float(id: number, value: number): Buffer {
  const content = Buffer.alloc(8)
  content.writeDoubleBE(value)
  return element(id, [content])
}

function text(id: number, value: string): Buffer {
  return element(id, [Buffer.from(value)])
}
