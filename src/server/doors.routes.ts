import { z } from 'zod'
import { isSwitchedOff, SHUT_WORDS } from '#app/server/admission/switches.ts'
import type { Http } from '#app/server/http/http.ts'
import { DOORS } from '#app/shared/switches.ts'
import type { AppContext } from './context.ts'

const Params = z.object({ door: z.enum(DOORS) })
const DoorStands = z.object({
  isOpen: z.boolean(),
  words: z.string().describe('For people; empty while it is open'),
})

/** Tells pages which doors are shut. */
export function doorsRoutes(http: Http, ctx: AppContext) {
  http.get(
    '/api/doors/:door',
    {
      config: { access: 'everyone' },
      schema: {
        summary: 'Whether new accounts are made, or new members taken, just now',
        params: Params,
        response: { 200: DoorStands },
      },
    },
    async ({ params: { door } }) => {
      const isShut = await isSwitchedOff(ctx, door)
      return { isOpen: !isShut, words: isShut ? SHUT_WORDS[door] : '' }
    },
  )
}
