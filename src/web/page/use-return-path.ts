import { useLocation } from 'react-router'
import { returnPathAt } from '#app/shared/return-path.ts'

/** Where whoever signs in, signs up or joins from here wants to be afterwards. */
export function useReturnPath(): string | undefined {
  return returnPathAt(useLocation())
}
