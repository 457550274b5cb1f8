import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CLUB } from '#test/support/club.ts'
import { freePort } from '#test/support/free-port.ts'

type Step = { name: string; text: string }

/** Returns the stages of the Containerfile, each with its steps in order and continued lines joined. */
function readContainerfile(): Step[][] {
  const lines = readFileSync('deploy/Containerfile', 'utf8')
    .replace(/^#.*\n/gm, '')
    .replace(/\\\n\s*/g, ' ')
    .split('\n')
  const stages: Step[][] = []
  for (const line of lines) {
    const [, name, text] = /^([A-Z]+) (.+)$/.exec(line) ?? []
    if (name === 'FROM') stages.push([])
    if (name && text) stages.at(-1)?.push({ name, text })
  }
  return stages
}

const [build = [], image = []] = readContainerfile()
const textsOf = (steps: Step[], name: string) => {
  return steps.filter((step) => step.name === name).map(({ text }) => text)
}
const sh = (command: string, cwd: string) => {
  execFileSync('sh', ['-ec', command], { cwd, stdio: ['ignore', 'ignore', 'inherit'] })
}

const folder = mkdtempSync(path.join(tmpdir(), 'nouveau-image-'))
const root = path.join(folder, 'root')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Lays out the contents of the image as a folder, so that no image builder or second machine is needed. */
beforeAll(() => {
  if (process.getuid?.() !== 0) throw new Error('The steps of an image need root.')
  const club = path.join(folder, 'club')
  mkdirSync(club)
  sh(`git archive HEAD | tar -x -C ${club}`, '.')
  const left = readFileSync('.dockerignore', 'utf8').match(/^[^#\n]+$/gm) ?? []
  sh(`rm -rf ${left.join(' ')}`, club)
  for (const run of textsOf(build, 'RUN')) sh(run, club)

  sh(`debootstrap --variant=minbase bookworm ${root}`, folder)
  for (const run of textsOf(image, 'RUN')) sh(`chroot ${root} sh -ec '${run}'`, folder)
  expect(textsOf(image, 'COPY')).toEqual(['--from=build /club /club'])
  sh(`mv ${club} ${root}/club`, folder)
}, 900_000)

/** Runs a command as the image would: as its user, with a read-only root except for its volumes. */
function run(command: string[], settings: Record<string, string>) {
  const volumes: string[] = JSON.parse(textsOf(image, 'VOLUME')[0] ?? '[]')
  const mounts = [
    `mount --bind ${root} ${root}`,
    `mount -o remount,ro,bind ${root}`,
    `mount -t proc proc ${root}/proc`,
    ...volumes.map((volume) => `mount -t tmpfs -o mode=1777 tmpfs ${root}${volume}`),
    `mount --rbind /dev ${root}/dev`,
  ]
  const ofImage = textsOf(image, 'ENV')
    .flatMap((text) => text.match(/\w+=("[^"]*"|\S+)/g) ?? [])
    .map((setting) => setting.replaceAll('"', ''))
  const ofPlace = Object.entries(settings).map(([name, value]) => `${name}=${value}`)
  const [user] = textsOf(image, 'USER')
  const script = `${mounts.join(' && ')} && exec chroot --userspec=${user} ${root} "$@"`
  const words = ['env', '-i', '-C', textsOf(image, 'WORKDIR')[0] ?? '/', ...ofImage, ...ofPlace]
  const child = spawn('unshare', ['-m', 'sh', '-ec', script, 'sh', ...words, ...command])
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text
    })
  }
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  return { said: () => said, ended, stop: () => child.kill('SIGTERM') }
}

test('has no tools of development, no tests and nobody’s data', () => {
  const has = (name: string) => existsSync(path.join(root, 'club', name))
  expect(['dist', 'src/main.ts', 'node_modules/fastify'].filter((name) => !has(name))).toEqual([])
  const left = ['test', 'bench', '.git', 'data', 'deploy', 'docs']
  const tools = ['typescript', 'vitest', '@biomejs/biome', '@playwright/test', 'vite']
  expect([...left, ...tools.map((name) => `node_modules/${name}`)].filter(has)).toEqual([])
})

test('serves as nobody on a root that it cannot write to, and stops when it is told', async () => {
  const command: string[] = JSON.parse(textsOf(image, 'CMD')[0] ?? '[]')
  const port = String(await freePort())
  const club = run(command, {
    ...CLUB,
    PORT: port,
    PUBLIC_URL: 'http://localhost',
    EMBEDDED_IN_PRODUCTION: '1',
    STRIPE_SECRET_KEY: 'sk_test_of_the_tests',
    STRIPE_WEBHOOK_SECRET: 'whsec_of_the_tests',
    STRIPE_API_BASE: 'http://127.0.0.1:9',
    SMTP_URL: 'smtp://127.0.0.1:9',
    MAIL_FROM: 'Club <club@club.example>',
    ADMIN_PASSWORD: 'a-password-of-the-tests',
  })
  const status = async (url: string) => {
    const answer = await fetch(`http://127.0.0.1:${port}${url}`).catch(() => undefined)
    return answer?.status
  }
  const early = club.ended.then((code) => {
    throw new Error(`It ended with ${code}: ${club.said()}`)
  })
  const asking = { timeout: 120_000, interval: 200 }
  await Promise.race([early, expect.poll(() => status('/readyz'), asking).toBe(200)])
  expect(await status('/')).toBe(200)
  expect(await status('/daily-deals')).toBe(200)

  const who = run(
    ['sh', '-c', 'id -u; touch /club/x /etc/x; touch /data/x /tmp/x && echo both'],
    {},
  )
  await who.ended
  expect(who.said()).toContain('10001')
  expect(who.said().match(/Read-only file system/g)).toHaveLength(2)
  expect(who.said()).toContain('both')

  early.catch(() => {})
  club.stop()
  expect([await club.ended, club.said()]).toEqual([0, expect.any(String)])
  expect(club.said()).not.toMatch(/EROFS|EACCES/)
})
