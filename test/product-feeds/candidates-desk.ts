import { beforeEach, expect } from 'vitest'
import type { Candidate, Candidates } from '#app/product-feeds/product-feeds.contract.ts'
import { type AdminClient, openAdminClient } from '#test/support/admin.ts'
import { announceDeals } from '#test/support/factories.ts'
import type { TestApp } from '#test/support/test-app.ts'

/** The candidates' desk as the admin Ann uses it, with an empty pool before each test. */
export function useCandidatesDesk(app: TestApp) {
  let ann: AdminClient
  const open = async () => {
    ann = await openAdminClient(app, 'Ann')
  }

  beforeEach(async () => {
    app.setNow(new Date('2026-11-23T14:00:00Z'))
    await open()
    await app.db.deleteFrom('deals').execute()
    await announceDeals(app.ctx)
    await app.db.deleteFrom('feedSources').execute()
  })

  async function pool(query = ''): Promise<Candidates> {
    const response = await ann.ask({ url: `/api/admin/candidates${query}` })
    expect(response.statusCode, response.body).toBe(200)
    return response.json()
  }

  return {
    get ann() {
      return ann
    },
    /** Signs in to the back office again: a session expires when months pass. */
    open,
    pool,
    names: async (query = '') => candidateNames(await pool(query)),
    pick: async (candidates: Candidate[], isAnyway = false) => {
      const ids = candidates.map(({ id }) => id)
      const url = '/api/admin/candidates/pick'
      return (await ann.ask({ method: 'POST', url, payload: { ids, isAnyway } })).json()
    },
  }
}

export function candidateNames({ candidates }: Candidates) {
  return candidates.map(({ productName }) => productName)
}

export function candidateCalled(name: string, { candidates }: Candidates): Candidate {
  const found = candidates.find(({ productName }) => productName === name)
  if (!found) throw new Error(`${name} is not in the pool.`)
  return found
}
