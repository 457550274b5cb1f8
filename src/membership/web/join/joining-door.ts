import type { LoaderFunctionArgs } from 'react-router'
import { apiContext } from '#app/web/api/api.ts'
import { askDoor } from '#app/web/page/ShutDoor.tsx'
import { loadProspect } from './loader.ts'

/** For the pages on which people join: loads them, and what to say instead while joining is closed. */
export async function loadJoining(args: LoaderFunctionArgs, members: string) {
  await loadProspect(args, members)
  return askDoor(args.context.get(apiContext), 'joining')
}
