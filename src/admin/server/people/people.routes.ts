import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { AdminSession } from '#app/admin/administrators/admin-session.contract.ts'
import {
  AddedKey,
  ChosenPassword,
  Factor,
  FactorAgain,
  FactorStep,
  FirstSession,
  InvitationLink,
  InvitationStep,
  Invite,
  NewKeyStep,
  NewRecoveryCodes,
  NewRole,
  OwnKeys,
  People,
  ProofStep,
  SignIn,
  TakenInvitation,
} from '#app/admin/administrators/administrators.contract.ts'
import { CURATORS_AND_ANALYSTS, OWNERS } from '#app/admin/server/roles.ts'
import { browserOf } from '#app/admin/server/session/browser.ts'
import { readAdminToken, setAdminCookie } from '#app/admin/server/session/cookies.ts'
import { requireAdmin, requireAdminSession } from '#app/admin/server/session/guards.ts'
import { serializeAdminSession } from '#app/admin/server/session/session.routes.ts'
import type { AppContext } from '#app/server/context.ts'
import type { Http } from '#app/server/http/http.ts'
import { networkOf } from '#app/server/network.ts'
import { invite, openInvitation, takeBackInvitation, takeInvitation } from './invitations.ts'
import {
  addOwnKey,
  beginOwnKey,
  changeAdministratorPassword,
  endOwnSession,
  readOwnKeys,
  removeOwnKey,
  renewRecoveryCodes,
} from './own-keys.ts'
import { changeRole, readPeople, removePerson } from './people.ts'
import { beginProof, beginSignIn, finishProof, finishSignIn } from './sign-in.ts'

const LOGIN = { access: 'everyone', requestClass: 'login' } as const
const PEOPLE = { ...OWNERS, isForEmergency: true } as const
const Done = z.object({ success: z.literal(true) })
const DONE: z.infer<typeof Done> = { success: true }
const Id = z.object({ personId: z.string().max(40) })

/** Routes for signing in with an account and for answering invitations. */
export function adminSignInRoutes(http: Http, ctx: AppContext) {
  const comingFrom = (request: FastifyRequest) => ({
    network: networkOf(request.ip),
    browser: browserOf(request),
    token: readAdminToken(ctx, request),
  })

  http.post(
    '/api/admin/sign-in',
    {
      config: LOGIN,
      schema: {
        summary: 'The first step for an administrator: e-mail and password; 429 after too many',
        body: SignIn,
        response: { 200: FactorStep },
      },
    },
    (request) => beginSignIn(ctx, { ...request.body, network: networkOf(request.ip) }),
  )

  http.post(
    '/api/admin/sign-in/factor',
    {
      config: LOGIN,
      schema: {
        summary: 'The second step: a code, a recovery code or a passkey; opens the back office',
        body: Factor,
        response: { 200: AdminSession },
      },
    },
    async (request, reply) => {
      const { token, session } = await finishSignIn(ctx, request.body, comingFrom(request))
      setAdminCookie(ctx, reply, token)
      return serializeAdminSession(ctx, session)
    },
  )

  http.post(
    '/api/admin/invitation',
    {
      config: LOGIN,
      schema: {
        summary: 'Who is asked in by this link, and what a key is made with; 410 when it is void',
        body: InvitationLink,
        response: { 200: InvitationStep },
      },
    },
    (request) => openInvitation(ctx, request.body.token),
  )

  http.post(
    '/api/admin/invitation/take',
    {
      config: LOGIN,
      schema: {
        summary: 'Chooses password and key, once; opens the back office',
        body: TakenInvitation,
        response: { 200: FirstSession },
      },
    },
    async (request, reply) => {
      const { token, session, recoveryCodes } = await takeInvitation(
        ctx,
        request.body,
        comingFrom(request),
      )
      setAdminCookie(ctx, reply, token)
      return { recoveryCodes, session: serializeAdminSession(ctx, session) }
    },
  )
}

/** Routes for an administrator's own keys and sessions. */
export function ownKeysRoutes(http: Http, ctx: AppContext) {
  http.post(
    '/api/admin/proof/begin',
    {
      config: { ...CURATORS_AND_ANALYSTS, isForEmergency: true },
      schema: { summary: 'What a second proof is asked with', response: { 200: ProofStep } },
    },
    async (request) => beginProof(ctx, await requireAdminSession(ctx, request)),
  )

  http.post(
    '/api/admin/proof',
    {
      config: { ...CURATORS_AND_ANALYSTS, isForEmergency: true },
      schema: {
        summary: 'Proves once more who it is, for a quarter of an hour',
        body: FactorAgain,
        response: { 200: Done },
      },
    },
    async (request) => {
      await finishProof(ctx, await requireAdminSession(ctx, request), request.body)
      return DONE
    },
  )

  http.get(
    '/api/admin/keys',
    {
      config: CURATORS_AND_ANALYSTS,
      schema: { summary: 'One’s own keys and sessions', response: { 200: OwnKeys } },
    },
    async (request) => readOwnKeys(ctx, await requireAdminSession(ctx, request)),
  )

  http.post(
    '/api/admin/keys/begin',
    {
      config: { ...CURATORS_AND_ANALYSTS, needsProof: true },
      schema: { summary: 'What another key is made with', response: { 200: NewKeyStep } },
    },
    async (request) => beginOwnKey(ctx, await requireAdminSession(ctx, request)),
  )

  http.post(
    '/api/admin/keys',
    {
      config: { ...CURATORS_AND_ANALYSTS, needsProof: true },
      schema: {
        summary: 'Adds a passkey, or another code app',
        body: AddedKey,
        response: { 200: Done },
      },
    },
    async (request) => {
      await addOwnKey(ctx, await requireAdminSession(ctx, request), request.body)
      return DONE
    },
  )

  http.delete(
    '/api/admin/keys/:keyId',
    {
      config: { ...CURATORS_AND_ANALYSTS, needsProof: true },
      schema: {
        summary: 'Removes a passkey, or `app`; 409 for the only key there is',
        params: z.object({ keyId: z.string().max(1024) }),
        response: { 200: Done },
      },
    },
    async (request) => {
      await removeOwnKey(ctx, await requireAdminSession(ctx, request), request.params.keyId)
      return DONE
    },
  )

  http.post(
    '/api/admin/keys/recovery-codes',
    {
      config: { ...CURATORS_AND_ANALYSTS, needsProof: true },
      schema: {
        summary: 'Ten new ones; those before are void',
        response: { 200: NewRecoveryCodes },
      },
    },
    async (request) => ({
      recoveryCodes: await renewRecoveryCodes(ctx, await requireAdminSession(ctx, request)),
    }),
  )

  http.put(
    '/api/admin/keys/password',
    {
      config: { ...CURATORS_AND_ANALYSTS, needsProof: true },
      schema: {
        summary: 'Another password; ends one’s other sessions',
        body: ChosenPassword,
        response: { 200: Done },
      },
    },
    async (request) => {
      const session = await requireAdminSession(ctx, request)
      await changeAdministratorPassword(ctx, session, request.body.password)
      return DONE
    },
  )

  http.delete(
    '/api/admin/sessions/:label',
    {
      config: CURATORS_AND_ANALYSTS,
      schema: {
        summary: 'Ends one of one’s own sessions',
        params: z.object({ label: z.string().max(20) }),
        response: { 200: Done },
      },
    },
    async (request) => {
      await endOwnSession(ctx, await requireAdminSession(ctx, request), request.params.label)
      return DONE
    },
  )
}

/** Routes about the administrators, for owners. */
export function peopleRoutes(http: Http, ctx: AppContext) {
  http.get(
    '/api/admin/people',
    { config: PEOPLE, schema: { summary: 'Who works here', response: { 200: People } } },
    async (request) => readPeople(ctx, (await requireAdminSession(ctx, request)).administratorId),
  )

  http.post(
    '/api/admin/people',
    {
      config: { ...PEOPLE, needsProof: true },
      schema: {
        summary: 'Asks somebody in by mail, or gives them new keys',
        body: Invite,
        response: { 200: Done },
      },
    },
    async (request) => {
      await invite(ctx, await requireAdminSession(ctx, request), request.body)
      return DONE
    },
  )

  http.delete(
    '/api/admin/people/invitations/:personId',
    {
      config: { ...OWNERS, needsProof: true },
      schema: { summary: 'Takes an invitation back', params: Id, response: { 200: Done } },
    },
    async (request) => {
      await takeBackInvitation(ctx, await requireAdmin(ctx, request), request.params.personId)
      return DONE
    },
  )

  http.patch(
    '/api/admin/people/:personId',
    {
      config: { ...OWNERS, needsProof: true },
      schema: {
        summary: 'Another role; 409 for the last owner',
        params: Id,
        body: NewRole,
        response: { 200: Done },
      },
    },
    async (request) => {
      const changed = { id: request.params.personId, role: request.body.role }
      await changeRole(ctx, await requireAdmin(ctx, request), changed)
      return DONE
    },
  )

  http.delete(
    '/api/admin/people/:personId',
    {
      config: { ...OWNERS, needsProof: true },
      schema: {
        summary: 'Removes somebody, at once; 409 for the last owner',
        params: Id,
        response: { 200: Done },
      },
    },
    async (request) => {
      await removePerson(ctx, await requireAdmin(ctx, request), request.params.personId)
      return DONE
    },
  )
}
