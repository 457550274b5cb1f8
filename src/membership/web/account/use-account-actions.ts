import { useActionData, useFetcher } from 'react-router'
import type { Intent, Outcome } from './account-actions.ts'

export type AccountActions = {
  Form: ReturnType<typeof useFetcher>['Form']
  /** What is under way; nothing else can be started meanwhile. */
  busy: Intent | undefined
  outcome: Outcome | undefined
}

/** One thing at a time, with scripts in place and without them by a page of its own. */
export function useAccountActions(): AccountActions {
  const { Form, formData, data } = useFetcher<Outcome>()
  const posted = useActionData<Outcome>()
  return {
    Form,
    busy: (formData?.get('intent') as Intent | null | undefined) ?? undefined,
    outcome: data ?? posted,
  }
}
