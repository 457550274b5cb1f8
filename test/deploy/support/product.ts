import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buildProduct } from '#scripts/building/product.ts'
import { PROGRAM } from '#scripts/building/program.ts'
import { createServerDatabase } from '#test/support/databases/test-database.ts'
import { freePort } from '#test/support/free-port.ts'
import { type ServerProcess, spawnOurs } from '#test/support/server-process.ts'

/** In development a public name must resolve to this machine. */
export const NAME = 'club.localhost'

export type Product = {
  publicPort: number
  ports: number[]
  url: string
  /** Stops the process at this index as a service manager would, and starts its successor. */
  restart: (place: number) => Promise<void>
  /** Kills the process at this index as a power failure would; {@link Product.startAgain} starts its successor. */
  kill: (place: number) => Promise<void>
  startAgain: (place: number) => Promise<void>
  stop: () => Promise<void>
}

/** Starts several processes of the product on one database with the demo's people and deals. */
export async function startProduct(
  count: number,
  environment: Record<string, string> = {},
): Promise<Product> {
  await buildProduct()
  const folder = mkdtempSync(path.join(tmpdir(), 'nouveau-product-'))
  const url = await createServerDatabase('template0')
  const publicPort = await freePort()
  const ports: number[] = []
  for (let place = 0; place < count; place += 1) ports.push(await freePort())
  const start = async (port: number | undefined) => {
    const server = spawnOurs([PROGRAM], {
      DATABASE_URL: url,
      DATA_DIR: folder,
      DEMO: '1',
      PORT: String(port),
      PUBLIC_URL: `https://${NAME}:${publicPort}`,
      TRUST_PROXY: '1',
      PROXY_CACHE_SECONDS: '5',
      LOG_LEVEL: 'warn',
      // As in production: the proxy learns of the stop before connections are refused.
      ...environment,
    })
    await server.says('Nouveau Designer Club:')
    return server
  }
  const servers: ServerProcess[] = []
  // The first process loads the demo data.
  for (const port of ports) servers.push(await start(port))
  const startAgain = async (place: number) => {
    servers[place] = await start(ports[place])
  }
  return {
    publicPort,
    ports,
    url,
    restart: async (place) => {
      const code = await servers[place]?.stop()
      if (code !== 0) throw new Error(`It ended with ${code}: ${servers[place]?.output()}`)
      await startAgain(place)
    },
    kill: async (place) => servers[place]?.kill(),
    startAgain,
    stop: async () => {
      await Promise.all(servers.map((server) => server.stop()))
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
