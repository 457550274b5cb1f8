import { useEffect } from 'react'
import { type BlockerFunction, useBlocker } from 'react-router'

// What would be lost, the last asked last. React Router has room for one blocker only, and an
// upload may be under way while a deal is being edited.
let questions: { text: string }[] = []

/** While something would be lost, leaving the page asks first; moving within it does not. */
export function useLeaveWarning(wouldLose: boolean, question: string): void {
  useEffect(() => {
    if (!wouldLose) return
    const asked = { text: question }
    questions = [...questions, asked]
    // Browsers have words of their own for it.
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => {
      questions = questions.filter((other) => other !== asked)
      window.removeEventListener('beforeunload', warn)
    }
  }, [wouldLose, question])
}

/** Asks for all of them; once, around every page that warns. */
export function useLeaveBlocker(): void {
  const blocker = useBlocker(isLosing)

  useEffect(() => {
    if (blocker.state !== 'blocked') return
    const question = questions.at(-1)
    if (!question || confirm(question.text)) blocker.proceed()
    else blocker.reset()
  }, [blocker])
}

const isLosing: BlockerFunction = ({ currentLocation, nextLocation }) =>
  questions.length > 0 && currentLocation.pathname !== nextLocation.pathname
