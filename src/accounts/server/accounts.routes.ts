import type { FastifyRequest } from 'fastify'
import {
  ConfirmationResent,
  ConfirmEmail,
  Credentials,
  CsrfToken,
  EmailConfirmed,
  ForgotPassword,
  PasswordReset,
  ResendConfirmation,
  ResetLink,
  ResetLinkQuery,
  ResetPassword,
  ResetRequested,
  SignedIn,
  SignedOut,
  SignUp,
  SignUpRequested,
  User,
} from '#app/accounts/accounts.contract.ts'
import {
  isResetLinkUsable,
  requestPasswordReset,
  resetPassword,
} from '#app/accounts/server/passwords/password-reset.ts'
import {
  findSignedInUser,
  requireUser,
  signOut,
  startSession,
} from '#app/accounts/server/sessions/sessions.ts'
import { signIn } from '#app/accounts/server/sessions/sign-in.ts'
import {
  clearSignUpCookie,
  readSignUpSecret,
  setSignUpCookie,
} from '#app/accounts/server/sign-up/browser.ts'
import { confirmEmail } from '#app/accounts/server/sign-up/confirm.ts'
import { resendConfirmation, signUp } from '#app/accounts/server/sign-up/sign-up.ts'
import type { AppContext } from '#app/server/context.ts'
import { csrfToken } from '#app/server/http/csrf.ts'
import type { Http } from '#app/server/http/http.ts'
import { clearPendingSessionIfSet } from '#app/server/http/pending-session-cookie.ts'
import {
  clearSessionCookie,
  readDeviceToken,
  readSessionToken,
  setSessionCookies,
} from '#app/server/http/session-cookie.ts'

/** Runs what was waiting for a sign-in, such as a paid checkout. Returns where it leads, if anywhere. */
type OnSignIn = (request: FastifyRequest, user: User) => Promise<string | undefined>

export function accountsRoutes(http: Http, ctx: AppContext, onSignIn: OnSignIn) {
  http.get(
    '/api/user',
    {
      config: { access: 'user' },
      schema: { summary: 'Who is signed in; 401 for nobody', response: { 200: User } },
    },
    (request) => requireUser(ctx, request),
  )

  http.post(
    '/api/login',
    {
      config: { access: 'everyone', requestClass: 'login' },
      schema: {
        summary: 'Signs in: sets the session cookie; 429 after too many wrong passwords',
        body: Credentials,
        response: { 200: SignedIn },
      },
    },
    async (request, reply) => {
      const { user, tokens } = await signIn(ctx, {
        ...request.body,
        ip: request.ip,
        deviceToken: readDeviceToken(ctx, request),
        sessionToken: readSessionToken(ctx, request),
        userAgent: request.headers['user-agent'],
      })
      setSessionCookies(ctx, reply, tokens)
      clearPendingSessionIfSet(ctx, request, reply)
      const next = await onSignIn(request, user)
      return { ...user, ...(next ? { next } : {}) }
    },
  )

  http.post(
    '/api/logout',
    {
      config: { access: 'everyone', requestClass: 'login' },
      schema: { summary: 'Ends the session; harmless without one', response: { 200: SignedOut } },
    },
    async (request, reply) => {
      await signOut(ctx, readSessionToken(ctx, request))
      clearSessionCookie(ctx, reply)
      return { success: true as const }
    },
  )

  http.post(
    '/api/sign-up',
    {
      config: { access: 'everyone', requestClass: 'login' },
      schema: {
        summary: 'Asks for a free account: mails a link that confirms the address',
        body: SignUp,
        response: { 200: SignUpRequested },
      },
    },
    async (request, reply) => {
      const { secret } = await signUp(ctx, { ...request.body, ip: request.ip })
      setSignUpCookie(ctx, reply, secret)
      return { success: true as const }
    },
  )

  http.post(
    '/api/confirm-email',
    {
      config: { access: 'everyone', requestClass: 'login' },
      schema: {
        summary: 'Confirms an address by the link of a mail; signs in the browser that signed up',
        body: ConfirmEmail,
        response: { 200: EmailConfirmed },
      },
    },
    async (request, reply) => {
      const { email, next, tokens } = await confirmEmail(ctx, {
        ...request.body,
        secret: readSignUpSecret(ctx, request),
        deviceToken: readDeviceToken(ctx, request),
        sessionToken: readSessionToken(ctx, request),
        userAgent: request.headers['user-agent'],
      })
      if (tokens) {
        setSessionCookies(ctx, reply, tokens)
        clearSignUpCookie(ctx, reply)
      }
      // A browser that signed in with the current password stays signed in.
      const isSignedIn = tokens ? true : (await findSignedInUser(ctx, request))?.email === email
      return { success: true as const, email, isSignedIn, ...(next ? { next } : {}) }
    },
  )

  http.post(
    '/api/confirmation-link',
    {
      config: { access: 'everyone', requestClass: 'login' },
      schema: {
        summary: 'Mails the link that confirms an address again; always the same answer',
        body: ResendConfirmation,
        response: { 200: ConfirmationResent },
      },
    },
    async (request) => {
      const user = await findSignedInUser(ctx, request)
      await resendConfirmation(ctx, {
        token: request.body.token,
        secret: readSignUpSecret(ctx, request),
        // A confirmed account has nothing to confirm, so this must be about another sign-up.
        userId: user?.isUnconfirmed ? user.id : undefined,
        ip: request.ip,
      })
      return { success: true as const }
    },
  )

  http.post(
    '/api/forgot-password',
    {
      config: { access: 'everyone', requestClass: 'login' },
      schema: {
        summary: 'Mails a link that resets the password, if the address has an account',
        body: ForgotPassword,
        response: { 200: ResetRequested },
      },
    },
    async (request) => {
      await requestPasswordReset(ctx, { ...request.body, ip: request.ip })
      return { success: true as const }
    },
  )

  http.get(
    '/api/reset-password',
    {
      config: { access: 'everyone', requestClass: 'login' },
      schema: {
        summary: 'Whether the link of such a mail can still be used; looking uses nothing up',
        querystring: ResetLinkQuery,
        response: { 200: ResetLink },
      },
    },
    async (request) => ({ isUsable: await isResetLinkUsable(ctx, request.query.token) }),
  )

  http.post(
    '/api/reset-password',
    {
      config: { access: 'everyone', requestClass: 'login' },
      schema: {
        summary: 'Sets a new password by the link of a mail, ends every session, and signs in',
        body: ResetPassword,
        response: { 200: PasswordReset },
      },
    },
    async (request, reply) => {
      // From now on this is a known browser, so strangers' failed attempts cannot lock the owner out.
      const { opened, next } = await resetPassword(ctx, request.body, (trx, account) =>
        startSession(trx, ctx, {
          account,
          deviceToken: undefined,
          sessionToken: readSessionToken(ctx, request),
          userAgent: request.headers['user-agent'],
        }),
      )
      setSessionCookies(ctx, reply, opened)
      clearPendingSessionIfSet(ctx, request, reply)
      return { success: true as const, ...(next ? { next } : {}) }
    },
  )

  http.get(
    '/api/csrf-token',
    {
      config: { access: 'everyone', requestClass: 'login' },
      schema: {
        summary: 'The token that calls with the header X-CSRF-Token send back',
        response: { 200: CsrfToken },
      },
    },
    async (request, reply) => ({ csrfToken: csrfToken(ctx, request, reply) }),
  )
}
