import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { findPromtool } from '#scripts/tests/needs.ts'

const FOLDER = 'deploy/observability'
const promtool = findPromtool() ?? ''
const rules = readFileSync(`${FOLDER}/alerts.yml`, 'utf8')

function run(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(promtool, args, { encoding: 'utf8' })
  return { status, said: stdout + stderr }
}

/** Returns the Prometheus queries of a dashboard. */
function questionsOf(dashboard: string): string[] {
  const { panels } = JSON.parse(dashboard) as {
    panels: Array<{ targets?: Array<{ expr: string }> }>
  }
  return panels.flatMap(({ targets = [] }) => targets).map(({ expr }) => expr)
}

/** Returns the alarms with the runbook heading that each links to. */
function alarmsOf(text: string): Array<{ alarm: string; runbook: string | undefined }> {
  return text
    .split(/^ +- alert: /m)
    .slice(1)
    .map((rule) => ({
      alarm: /^\w+/.exec(rule)?.[0] ?? '',
      runbook: /^ +runbook: (.+)$/m.exec(rule)?.[1],
    }))
}

/** Returns the alarms without their own heading in the chapter about alarms. */
function withoutHeading(text: string, page: string): string[] {
  const [, chapter = ''] = /^## Alarms$([\s\S]*?)(?=^## |$(?![\s\S]))/m.exec(page) ?? []
  const headings = [...chapter.matchAll(/^### (.+)$/gm)].map(([, heading]) => heading)
  return alarmsOf(text)
    .filter(({ runbook }) => !runbook || !headings.includes(runbook))
    .map(({ alarm }) => alarm)
}

test('every alarm has its heading in the chapter about alarms', () => {
  expect(alarmsOf(rules).length).toBeGreaterThan(20)
  expect(withoutHeading(rules, readFileSync('docs/operations.md', 'utf8'))).toEqual([])
})

test('an alarm without one is found', () => {
  const two = '  - alert: A\n    runbook: It burns\n  - alert: B\n    runbook: It rains\n'
  const page = '## Alarms\n\n### It burns\n\nDo this.\n\n## Else\n\n### It rains\n'
  expect(withoutHeading(two, page)).toEqual(['B'])
})

test('somebody is told of every alarm, and of those that wake by a way of their own', () => {
  const said = readFileSync(`${FOLDER}/alertmanager.yml`, 'utf8')
  const receivers = new Set([...said.matchAll(/- name: (.+)$/gm)].map(([, name]) => name))
  const told = [...said.matchAll(/receiver: (.+)$/gm)].map(([, name]) => name)
  expect(new Set(told)).toEqual(receivers)
  const waking = [...said.matchAll(/matchers: \['severity="(\w+)"'\]/g)].map(([, kind]) => kind)
  const severities = [...rules.matchAll(/severity: (\w+)/g)].map(([, kind]) => kind)
  // The first route is the default.
  expect(new Set(severities)).toEqual(new Set([...waking, 'ticket']))
})

describe.runIf(promtool)('promtool', () => {
  test('takes the configuration and the rules', () => {
    const { status, said } = run('check', 'config', `${FOLDER}/prometheus.yml`)
    expect(status, said).toBe(0)
    expect(said).toContain(`${alarmsOf(rules).length} rules found`)
  })

  test('sees every alarm go off when everything is wrong, and none in a good hour', () => {
    const { status, said } = run('test', 'rules', `${FOLDER}/alerts.test.yml`)
    expect(status, said).toBe(0)
    const tried = readFileSync(`${FOLDER}/alerts.test.yml`, 'utf8')
    for (const { alarm } of alarmsOf(rules)) {
      // Each alarm is in both tests: when everything is wrong, and in a good hour.
      expect(tried.split(`alertname: ${alarm}\n`).length, alarm).toBeGreaterThan(2)
    }
  })

  test('reads every question of the dashboard', () => {
    const questions = questionsOf(readFileSync(`${FOLDER}/grafana-dashboard.json`, 'utf8'))
    expect(questions.length).toBeGreaterThan(40)
    const asRules = questions.map((expr, number) => ({
      record: `question${number}`,
      // Grafana replaces these variables.
      expr: expr.replaceAll('$__rate_interval', '1m').replaceAll('$instance', '.*'),
    }))
    const folder = mkdtempSync(path.join(tmpdir(), 'nouveau-dashboard-'))
    const file = path.join(folder, 'questions.yml')
    writeFileSync(file, JSON.stringify({ groups: [{ name: 'dashboard', rules: asRules }] }))
    const { status, said } = run('check', 'rules', file)
    rmSync(folder, { recursive: true, force: true })
    expect(status, said).toBe(0)
  })
})
