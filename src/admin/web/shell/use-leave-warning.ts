import { useEffect } from 'react'
import { type BlockerFunction, useBlocker } from 'react-router'

// Several components may ask at once, such as an upload and an open form, but React Router allows only one
// blocker.
let questions: { text: string }[] = []

/** Asks before the page is left while something would be lost. */
export function useLeaveWarning(wouldLose: boolean, question: string): void {
  useEffect(() => {
    if (!wouldLose) return
    const asked = { text: question }
    questions = [...questions, asked]
    // Browsers show their own text here.
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => {
      questions = questions.filter((other) => other !== asked)
      window.removeEventListener('beforeunload', warn)
    }
  }, [wouldLose, question])
}

/** The one blocker for all questions; use it once, in the layout. */
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
