import { execFileSync, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3'
import { freePort } from '#test/support/free-port.ts'

const KEY = { accessKeyId: 'nouveau:pictures', secretAccessKey: 'secret-of-the-tests' }
const REGION = 'us-east-1'
const BUCKET = 'pictures'
/** Swift's rings by the kind of data they place; one folder of this machine holds all of them. */
const KEEPERS = ['account', 'container', 'object'] as const

/** Starts OpenStack Swift with its S3 API, an independent implementation of S3. All four servers run on
 * loopback, in a folder that is removed on stop. */
export async function startSwift() {
  const folder = mkdtempSync(path.join(tmpdir(), 'nouveau-swift-'))
  const node = path.join(folder, 'node')
  mkdirSync(path.join(node, 'disk'), { recursive: true })
  const write = (name: string, text: string) => writeFileSync(path.join(folder, name), text)
  const head = (port: number) =>
    `[DEFAULT]\nbind_ip = 127.0.0.1\nbind_port = ${port}\nswift_dir = ${folder}\nuser = ${userInfo().username}\nworkers = 0\n`
  write(
    'swift.conf',
    '[swift-hash]\nswift_hash_path_prefix = of\nswift_hash_path_suffix = tests\n[storage-policy:0]\nname = one\ndefault = yes\n',
  )
  for (const kind of KEEPERS) {
    const port = await freePort()
    const ring = (...args: string[]) =>
      execFileSync('swift-ring-builder', [`${kind}.builder`, ...args], { cwd: folder })
    ring('create', '4', '1', '0')
    ring('add', `r1z1-127.0.0.1:${port}/disk`, '1')
    ring('rebalance')
    write(
      `${kind}-server.conf`,
      `${head(port)}devices = ${node}\nmount_check = false\n[pipeline:main]\npipeline = ${kind}-server\n[app:${kind}-server]\nuse = egg:swift#${kind}\n`,
    )
  }
  const port = await freePort()
  const filters = 'catch_errors gatekeeper cache listing_formats s3api tempauth copy slo dlo'
  const filter = (name: string, more = '') => `[filter:${name}]\nuse = egg:swift#${name}\n${more}`
  write(
    'proxy-server.conf',
    [
      `${head(port)}[pipeline:main]\npipeline = ${filters} versioned_writes proxy-server`,
      '[app:proxy-server]\nuse = egg:swift#proxy\naccount_autocreate = true\nerror_suppression_limit = 1000000',
      ...['catch_errors', 'gatekeeper', 'listing_formats', 'copy', 'slo', 'dlo'].map((name) =>
        filter(name),
      ),
      filter('versioned_writes', 'allow_versioned_writes = true\n'),
      // Without a cache it queries its storage servers.
      '[filter:cache]\nuse = egg:swift#memcache\nmemcache_servers = 127.0.0.1:1\n',
      filter('s3api', `location = ${REGION}\n`),
      filter('tempauth', `user_nouveau_pictures = ${KEY.secretAccessKey} .admin\n`),
    ].join('\n'),
  )

  const start = (kind: string) => {
    const child = spawn(`swift-${kind}-server`, [path.join(folder, `${kind}-server.conf`)], {
      env: { ...process.env, SWIFT_DIR: folder },
      stdio: 'ignore',
    })
    const ended = new Promise((resolve) => child.once('close', resolve))
    return async () => {
      child.kill('SIGKILL')
      await ended
    }
  }
  const keepers = KEEPERS.map(start)
  let door = start('proxy')
  const endpoint = `http://127.0.0.1:${port}`
  const client = new S3Client({ endpoint, region: REGION, credentials: KEY, forcePathStyle: true })
  /** The servers start in parallel: a bucket can be created once all of them answer. */
  const untilItAnswers = async (ask: () => Promise<unknown>) => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await ask()
      } catch (error) {
        if (attempt === 100) throw error
        await sleep(200)
      }
    }
  }
  await untilItAnswers(() => client.send(new CreateBucketCommand({ Bucket: BUCKET })))

  return {
    settings: {
      S3_ENDPOINT: endpoint,
      S3_REGION: REGION,
      S3_BUCKET: BUCKET,
      S3_ACCESS_KEY_ID: KEY.accessKeyId,
      S3_SECRET_ACCESS_KEY: KEY.secretAccessKey,
    },
    client,
    goAway: () => door(),
    comeBack: async () => {
      door = start('proxy')
      await untilItAnswers(() => fetch(endpoint))
    },
    stop: async () => {
      client.destroy()
      await Promise.all([door, ...keepers].map((end) => end()))
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
