import fs, { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'
import { readClusterState, writeClusterState } from './state-file.ts'

const dataDir = mkdtempSync(path.join(tmpdir(), 'nouveau-state-'))
afterEach(() => void vi.restoreAllMocks())
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

describe('who keeps workers on a folder', () => {
  const ours = { pid: process.pid, exchanges: 2, isExchanging: false, hasFailed: false }

  test('is nobody before anybody has written so, and whoever has while that process lives', () => {
    expect(readClusterState(dataDir)).toBeUndefined()
    writeClusterState(dataDir, ours)
    expect(readClusterState(dataDir)).toEqual(ours)
  })

  test('is not said to be nobody where this user may not know', () => {
    vi.spyOn(fs, 'readFileSync').mockImplementationOnce(() => {
      throw Object.assign(new Error('no'), { code: 'EACCES' })
    })
    expect(() => readClusterState(dataDir)).toThrow(
      `${path.join(dataDir, 'cluster.json')} may not be read by this user (EACCES).`,
    )
  })
})
