import { counter } from '#app/server/observability/instruments.ts'
import { Problem } from '#app/server/problem.ts'

const signIns = counter(
  'nouveau_sign_ins_total',
  'Who asked to be let in where, and whether they were',
  {
    door: ['account', 'back-office'],
    outcome: ['in', 'wrong', 'held-back', 'failed'],
  },
)

/** Counts a sign-in attempt by its outcome. */
export async function countSignIn<T>(
  door: 'account' | 'back-office',
  work: () => Promise<T>,
): Promise<T> {
  try {
    const result = await work()
    signIns.add({ door, outcome: 'in' })
    return result
  } catch (error) {
    const status = error instanceof Problem ? error.status : 500
    const outcome = status === 401 ? 'wrong' : status === 429 ? 'held-back' : 'failed'
    signIns.add({ door, outcome })
    throw error
  }
}
