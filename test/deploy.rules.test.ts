import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { FOR_REQUESTS } from '#app/db/postgres.ts'
import { MOST_ARCHIVE_BYTES } from '#app/deals/deals.facts.ts'
import { MAX_RESIDENT_BYTES } from '#app/deals/server/sheets/process.ts'
import { MOST_UPLOADED_BYTES } from '#app/product-feeds/product-feeds.facts.ts'
import { readConfig, SETTINGS } from '#app/server/config/config.ts'
import { PING_EVERY_MS } from '#app/server/sockets/sockets.rules.ts'
import { COOKIE_NAMES } from '#app/shared/browser-data.ts'

const files = Object.fromEntries(
  [...globSync('deploy/**/*.*'), 'deploy/Containerfile'].map((file) => [
    file,
    readFileSync(file, 'utf8'),
  ]),
)
const read = (name: string) => files[`deploy/${name}`] ?? ''
const withNode = readFileSync('scripts/with-node.mjs', 'utf8')
const nginx = read('nginx/nginx.conf')
const haproxy = read('haproxy.cfg')
const kubernetes = read('kubernetes.yaml')
const compose = read('compose/compose.yaml')
const example = read('club.env.example')
const alerts = read('observability/alerts.yml')

// Parses as Docker does, including `<<`; throws on errors.
const { services, 'x-club': club } = parse(compose, { merge: true })
const manifest = parseAllDocuments(kubernetes).map((document) => {
  if (document.errors[0]) throw document.errors[0]
  return document.toJS()
})
const ofKind = (kind: string) => manifest.find((each) => each.kind === kind)
const [pod] = ofKind('Deployment').spec.template.spec.containers

/** Patterns that find the environment variables that a file sets for the club. */
const NAMED: Array<[string, RegExp]> = [
  ['Containerfile', /(?:^ENV |(?<=^ENV .*) )([A-Z][A-Z\d_]+)=/gm],
  ['club.env.example', /^([A-Z][A-Z\d_]+)=/gm],
  ['systemd/club.service', /(?:^Environment=|(?<=^Environment=.*) )([A-Z][A-Z\d_]+)=/gm],
  ['systemd/club@.service', /(?:^Environment=|(?<=^Environment=.*) )([A-Z][A-Z\d_]+)=/gm],
  ['kubernetes.yaml', /\{ name: ([A-Z][A-Z\d_]+), value:/g],
  ['compose/compose.yaml', /^ {4}([A-Z][A-Z\d_]+): /gm],
]
/** Variables of the C library. */
const NOT_OURS = ['MALLOC_ARENA_MAX']

test.each(NAMED)('%s gives the server settings that it has', (file, pattern) => {
  const named = [...read(file).matchAll(pattern)].map(([, name = '']) => name)
  expect(named.length).toBeGreaterThan(2)
  expect(named.filter((name) => ![...SETTINGS, ...NOT_OURS].includes(name))).toEqual([])
})

test.each(['Containerfile', 'systemd/club.service', 'systemd/club@.service'])(
  '%s bounds memory as npm start does',
  (file) => {
    const [, options = 'none'] = withNode.match(/HEAP = '(.+)'/) ?? []
    expect(read(file)).toContain(options)
  },
)

/** Parses Docker's `1536m`, Kubernetes' `1.5Gi`, and `768` in the unit of heap sizes. */
function megabytes(text: string): number {
  const [, many, unit = 'm'] = /^([\d.]+)(m|mi|g|gi)?$/i.exec(text) ?? []
  return Number(many) * (/^g/i.test(unit) ? 1024 : 1)
}

test.each([
  ['Compose', club.mem_limit],
  ['Kubernetes', pod.resources.limits.memory],
])(
  '%s leaves a process the memory it may have, a sheet beside it, and the alarm its time',
  (_, limit) => {
    const [, heap = ''] = withNode.match(/max-old-space-size=(\d+)/) ?? []
    const sheet = MAX_RESIDENT_BYTES / 1024 ** 2
    expect(megabytes(limit)).toBeGreaterThanOrEqual(megabytes(heap) + sheet)
    const [, alarm = ''] =
      alerts.match(/process_resident_memory_bytes\S* > (\d+) \* 1024 \* 1024/) ?? []
    expect(megabytes(alarm)).toBeGreaterThan(0)
    expect(megabytes(limit)).toBeGreaterThan(megabytes(alarm))
  },
)

test('the example, once filled, starts a server for people', () => {
  const filled: Record<string, string> = {
    DATABASE_URL: 'postgres://club:x@pgbouncer:6432/club',
    DATABASE_LISTEN_URL: 'postgres://club:x@database/club',
    STRIPE_SECRET_KEY: 'sk_test_x',
    STRIPE_WEBHOOK_SECRET: 'whsec_x',
    SMTP_URL: 'smtps://mail.example',
    MAIL_FROM: 'Club <club@club.example>',
    ADMIN_PASSWORD: 'a-long-one',
    SUPPORT_EMAIL: 'help@club.example',
    TERMS_DATE: '2026-11-22',
    PRIVACY_DATE: '2026-11-22',
    S3_ENDPOINT: 'https://s3.example',
  }
  const lines = [...example.matchAll(/^([A-Z\d_]+)=(.*)$/gm)].map(([, name = '', value = '']) => {
    return [name, value || filled[name] || 'x'] as const
  })
  expect(readConfig(Object.fromEntries(lines), { isServing: true }).isProduction).toBe(true)
})

describe('no secret is in them', () => {
  const secrets =
    /\b(sk|rk)_(test|live)_\w|whsec_\w|\$argon2|-----BEGIN|postgres(ql)?:\/\/[^\s<>]+:[^\s<>]+@/
  test.each(Object.keys(files))('%s', (file) => {
    expect(files[file]).not.toMatch(secrets)
    expect(files[file]).not.toMatch(/^[A-Z_]*(PASSWORD|SECRET|KEY)[A-Z_]*=\S/m)
  })
})

test('all of them speak of the same ports', () => {
  expect(read('Containerfile')).toMatch(/PORT=3000/)
  expect(read('Containerfile')).toMatch(/^EXPOSE 3000$/m)
  expect(kubernetes).toMatch(/containerPort: 3000/)
  expect(compose.match(/CLUB\d: club\d:3000/g)).toHaveLength(2)
  for (const proxy of [read('nginx/upstream.conf'), haproxy]) {
    expect(new Set(proxy.match(/127\.0\.0\.1:\d+/g))).toEqual(
      new Set(['127.0.0.1:3000', '127.0.0.1:3001']),
    )
  }
})

describe('Prometheus', () => {
  const [, port = 'none'] = /^METRICS_PORT=(\d+)$/m.exec(example) ?? []
  const prometheus = read('observability/prometheus.yml')

  test('is told by the example where it asks by default, and by nobody else', () => {
    expect(prometheus).toContain(`targets: ['127.0.0.1:${port}']`)
    expect(example).toMatch(/^METRICS_HOST=127\.0\.0\.1$/m)
  })

  test('reaches each container of Compose, from its machine alone', () => {
    for (const name of ['club1', 'club2']) {
      expect(services[name].environment).toMatchObject({
        METRICS_PORT: port,
        METRICS_HOST: '0.0.0.0',
      })
    }
    expect(services.club1.ports).toEqual([`127.0.0.1:${port}:${port}`])
    expect(services.club2.ports).toEqual([`127.0.0.1:${Number(port) + 1}:${port}`])
  })

  test('reaches each pod of Kubernetes, through a rule of its own', () => {
    expect(pod.env).toContainEqual({ name: 'METRICS_PORT', value: port })
    expect(pod.env).toContainEqual({ name: 'METRICS_HOST', value: '0.0.0.0' })
    expect(pod.ports).toContainEqual({ name: 'metrics', containerPort: Number(port) })
    const rules: Array<{ from?: object[]; ports: Array<{ port: string }> }> =
      ofKind('NetworkPolicy').spec.ingress
    const rule = rules.find(({ ports }) => ports.some((each) => each.port === 'metrics'))
    expect(rule?.ports).toHaveLength(1)
    expect(rule?.from).toHaveLength(1)
    expect(JSON.stringify(ofKind('Service'))).not.toContain('metrics')
  })

  test('asks from outside for what the server answers to everybody, in the tried alarms too', () => {
    const routes = readFileSync('src/server/health.ts', 'utf8')
    const [, alive = 'none'] = /http\.get\(\s*'([^']+)'/.exec(routes) ?? []
    const ownHost = /https:\/\/club\.example[^'"\s}]*/g
    const asked = [prometheus, read('observability/alerts.test.yml')].map((text) => [
      ...new Set(text.match(ownHost)),
    ])
    const address = [`https://club.example${alive}`]
    expect(asked).toEqual([address, address])
  })

  test('finds single processes of one machine at ports that are not the same', () => {
    expect(read('systemd/club@.service')).toMatch(/^ExecStart=\S+ METRICS_PORT=1%i /m)
  })
})

describe('nginx', () => {
  const [, source = ''] = /"~\*(.+)"\s+1;/.exec(nginx) ?? []
  const somebody = new RegExp(source, 'i')
  /** Cookies that do not identify anybody: cached pages are the same with and without them. */
  const saysNothing = ['csrf', 'consent', '_fbp', '_fbc']

  test.each(COOKIE_NAMES)('knows whether the cookie %s says who somebody is', (name) => {
    for (const each of [name, `__Host-${name}`]) {
      for (const cookie of [`${each}=x`, `a=b; ${each}=x`, `a=b;${each} ="x"`]) {
        expect(somebody.test(cookie)).toBe(!saysNothing.includes(name))
      }
    }
    expect(somebody.test(`not-${name}=x`)).toBe(false)
  })

  test('never sends again what changes something', () => {
    expect(nginx).toMatch(/proxy_next_upstream error timeout;/)
    expect(nginx).not.toContain('non_idempotent')
  })

  test('hands on the name that was asked for, and writes who asks itself', () => {
    expect(nginx).toMatch(/proxy_set_header Host \$host;/)
    expect(nginx).toMatch(/proxy_set_header X-Forwarded-For \$remote_addr;/)
    expect(nginx).not.toMatch(/^\s+proxy_set_header .*proxy_add_x_forwarded_for/m)
  })

  /** A setting in a location replaces all inherited settings of its kind. */
  test('says what it hands on in one place', () => {
    const places = nginx.split(/^ {8}location /m).slice(1)
    expect(places.length).toBeGreaterThan(5)
    expect(places.filter((place) => place.includes('proxy_set_header'))).toEqual([])
  })

  test('waits longer than a socket is silent, and takes the largest upload', () => {
    const [, seconds] = /location \/ws \{[^}]*proxy_read_timeout (\d+)s/.exec(nginx) ?? []
    expect(Number(seconds) * 1000).toBeGreaterThan(2 * PING_EVERY_MS)
    const most = Math.max(MOST_ARCHIVE_BYTES, MOST_UPLOADED_BYTES)
    const [, mega] = /client_max_body_size (\d{2,})m/.exec(nginx) ?? []
    expect(Number(mega) * 1024 ** 2).toBeGreaterThan(most)
    const [, ingress] = /proxy-body-size: (\d+)m/.exec(kubernetes) ?? []
    expect(Number(ingress) * 1024 ** 2).toBeGreaterThan(most)
  })
})

describe('HAProxy', () => {
  test('sends nothing again that changes something', () => {
    expect(haproxy).toMatch(/disable-l7-retry unless METH_GET/)
    expect(haproxy).toMatch(/set-header X-Forwarded-For %\[src\]/)
  })

  test('waits longer than a socket is silent', () => {
    const [, seconds] = /timeout tunnel (\d+)s/.exec(haproxy) ?? []
    expect(Number(seconds) * 1000).toBeGreaterThan(2 * PING_EVERY_MS)
  })
})

test('PgBouncer gives its connections the limits that processes want', () => {
  const pgbouncer = read('compose/pgbouncer.ini')
  expect(pgbouncer).toMatch(/^pool_mode = transaction$/m)
  for (const [name, ms] of Object.entries(FOR_REQUESTS)) {
    expect(pgbouncer).toContain(`set ${name} = ${ms}`)
  }
})

test('PgBouncer looks for its database as often as processes do, where it is shipped and where it is told', () => {
  for (const text of [read('compose/pgbouncer.ini'), readFileSync('docs/operations.md', 'utf8')]) {
    expect(text).toMatch(/^ *server_login_retry = 1$/m)
  }
})

test('nobody is root, and nothing but named places is written to', () => {
  expect(read('Containerfile')).toMatch(/^USER 10001$/m)
  expect(compose).toMatch(/read_only: true\n {2}tmpfs:/)
  for (const line of ['runAsNonRoot: true', 'readOnlyRootFilesystem: true', 'drop: [ALL]']) {
    expect(kubernetes).toContain(line)
  }
  for (const unit of [read('systemd/club.service'), read('systemd/club@.service')]) {
    for (const line of ['NoNewPrivileges=yes', 'ProtectSystem=strict', 'CapabilityBoundingSet=']) {
      expect(unit).toContain(line)
    }
  }
})

test('Kubernetes asks what the server answers, and waits for its stop', () => {
  for (const kind of ['Deployment', 'Service', 'PodDisruptionBudget', 'HorizontalPodAutoscaler']) {
    expect(kubernetes).toContain(`kind: ${kind}`)
  }
  expect(kubernetes).toMatch(/readinessProbe:\n.*\n\s+httpGet: \{ path: '\/readyz\?of=process'/)
  expect(kubernetes).toMatch(/livenessProbe:\n\s+httpGet: \{ path: \/healthz/)
  const [, pause] = /\["sleep", "(\d+)"\]/.exec(kubernetes) ?? []
  const [, grace] = /terminationGracePeriodSeconds: (\d+)/.exec(kubernetes) ?? []
  // The stop itself may take ten seconds, and is announced 1.5 seconds ahead.
  expect(Number(grace)).toBeGreaterThan(Number(pause) + 12)
})
