import type { StayingBehind, WarningGroup } from '#app/deals/editing/warnings.contract.ts'
import { ApiError } from '#app/web/api/api.ts'

/** Publish anyway, go back, or leave these deals out and ask again about the rest. */
export type WarningChoice = 'publish' | 'back' | { leaveOut: string[] }
export type WarningQuestion = Asked & {
  mayLeaveOut: boolean
  answer: (choice: WarningChoice) => void
}

type Asked = { groups: WarningGroup[]; staying: StayingBehind | null }

/** The first question is shown; the others wait. */
let questions: WarningQuestion[] = []
const hearers = new Set<() => void>()

/**
 * Calls first without confirmed warnings; if the server returns warnings, asks the person and calls again.
 * Undefined if the person declines, which changes nothing. Throws what the call throws.
 */
export async function withWarnings<T>(
  call: (seenWarnings: string[], leftOut: ReadonlySet<string>) => Promise<T>,
  /** Whether single deals may be left out of those that go out together. */
  { mayLeaveOut = false } = {},
): Promise<T | undefined> {
  let seen: string[] = []
  const leftOut = new Set<string>()
  for (;;) {
    try {
      return await call(seen, leftOut)
    } catch (error) {
      const asked = warningsIn(error)
      if (!asked) throw error
      const choice = await ask({ ...asked, mayLeaveOut })
      if (choice === 'back') return undefined
      if (choice === 'publish') seen = asked.groups.map(({ key }) => key)
      else for (const id of choice.leaveOut) leftOut.add(id)
    }
  }
}

function warningsIn(error: unknown): Asked | undefined {
  if (!(error instanceof ApiError) || error.code !== 'warned') return
  const { about } = JSON.parse(error.body) as {
    about: { warnings: WarningGroup[]; staying: StayingBehind | null }
  }
  return { groups: about.warnings, staying: about.staying }
}

function ask(asked: Omit<WarningQuestion, 'answer'>): Promise<WarningChoice> {
  return new Promise((resolve) => {
    const question: WarningQuestion = {
      ...asked,
      answer(choice) {
        put(questions.filter((other) => other !== question))
        resolve(choice)
      },
    }
    put([...questions, question])
  })
}

function put(next: WarningQuestion[]) {
  questions = next
  for (const hear of hearers) hear()
}

export function subscribeToQuestion(hear: () => void): () => void {
  hearers.add(hear)
  return () => hearers.delete(hear)
}

export const openQuestion = (): WarningQuestion | undefined => questions[0]
