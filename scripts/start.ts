import { buildSite } from './build.ts'

const nodeEnv = process.env.NODE_ENV
await buildSite()
if (nodeEnv === undefined) delete process.env.NODE_ENV
else process.env.NODE_ENV = nodeEnv
await import('#app/main.ts')
