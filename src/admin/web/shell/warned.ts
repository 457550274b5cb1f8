import type { StayingBehind, WarningGroup } from '#app/deals/editing/warnings.contract.ts'
import { ApiError } from '#app/web/api/api.ts'

/** Somebody is asked whether it goes out all the same. */
export type WarningQuestion = Asked & { answer: (isToGoOut: boolean) => void }

type Asked = { groups: WarningGroup[]; staying: StayingBehind | null }

/** The first is asked; the others wait. */
let questions: WarningQuestion[] = []
const hearers = new Set<() => void>()

/**
 * Publishes with what a person has seen: first nothing, and once warnings come back, those, if the person says so.
 * Undefined when the person goes back; then nothing has changed. Throws what the call throws.
 */
export async function withWarnings<T>(
  call: (seenWarnings: string[]) => Promise<T>,
): Promise<T | undefined> {
  let seen: string[] = []
  for (;;) {
    try {
      return await call(seen)
    } catch (error) {
      const asked = warningsIn(error)
      if (!asked) throw error
      if (!(await ask(asked))) return undefined
      seen = asked.groups.map(({ key }) => key)
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

function ask(asked: Asked): Promise<boolean> {
  return new Promise((resolve) => {
    const question: WarningQuestion = {
      ...asked,
      answer(isToGoOut) {
        put(questions.filter((other) => other !== question))
        resolve(isToGoOut)
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
