import type { FastifyRequest } from 'fastify'
import { answerVersion, readVersionStandings } from '#app/accounts/server/acceptances.ts'
import { requireUser } from '#app/accounts/server/sessions/sessions.ts'
import {
  AccountSettings,
  ChangeEmail,
  ChangePassword,
  EmailChangeAsked,
  EmailChanged,
  EmailChangeLink,
  EmailChangeStopped,
  EndBrowser,
  SettingsChanged,
} from '#app/accounts/settings.contract.ts'
import { AnswerVersion, VersionAnswered, VersionStandings } from '#app/accounts/terms.contract.ts'
import type { AppContext } from '#app/server/context.ts'
import type { Http } from '#app/server/http/http.ts'
import { readDeviceToken, readSessionToken } from '#app/server/http/session-cookie.ts'
import {
  cancelEmailChange,
  confirmEmailChange,
  requestEmailChange,
  stopEmailChange,
} from './email-change.ts'
import { changeOwnPassword, endBrowser, endOtherBrowsers, readSettings } from './settings.ts'

const DONE = { success: true as const }

export function settingsRoutes(http: Http, ctx: AppContext) {
  const cookiesOf = (request: FastifyRequest) => ({
    sessionToken: readSessionToken(ctx, request),
    deviceToken: readDeviceToken(ctx, request),
  })

  http.get(
    '/api/account/settings',
    {
      config: { access: 'user' },
      schema: {
        summary: 'How somebody signs in, and which browsers are signed in',
        response: { 200: AccountSettings },
      },
    },
    async (request) =>
      readSettings(ctx, { user: await requireUser(ctx, request), ...cookiesOf(request) }),
  )

  http.get(
    '/api/account/terms',
    {
      config: { access: 'user' },
      schema: {
        summary:
          'Which versions of terms and policy somebody has accepted, and what is new to them',
        response: { 200: VersionStandings },
      },
    },
    async (request) => readVersionStandings(ctx, (await requireUser(ctx, request)).id),
  )

  http.post(
    '/api/account/terms',
    {
      config: { access: 'user' },
      schema: {
        summary: 'Accepts the newest version of terms or policy, or puts it off; closes nothing',
        body: AnswerVersion,
        response: { 200: VersionAnswered },
      },
    },
    async (request) => {
      const { id: userId } = await requireUser(ctx, request)
      await answerVersion(ctx, { ...request.body, userId })
      return DONE
    },
  )

  http.post(
    '/api/account/email',
    {
      config: { access: 'user' },
      schema: {
        summary: 'Asks for another address: mails a link there, and tells the one before',
        body: ChangeEmail,
        response: { 200: EmailChangeAsked },
      },
    },
    async (request) => {
      const user = await requireUser(ctx, request)
      const { deviceToken } = cookiesOf(request)
      await requestEmailChange(ctx, { ...request.body, user, ip: request.ip, deviceToken })
      return DONE
    },
  )

  http.post(
    '/api/account/email/cancel',
    {
      config: { access: 'user' },
      schema: {
        summary: 'Stops a change of address that is not confirmed yet; harmless without one',
        response: { 200: SettingsChanged },
      },
    },
    async (request) => {
      const { id } = await requireUser(ctx, request)
      await cancelEmailChange(ctx, id)
      return DONE
    },
  )

  http.post(
    '/api/account/email/confirm',
    {
      config: { access: 'everyone', requestClass: 'login' },
      schema: {
        summary: 'The new address counts, by the link that was mailed to it',
        body: EmailChangeLink,
        response: { 200: EmailChanged },
      },
    },
    async (request) => {
      const { token } = request.body
      return { ...DONE, ...(await confirmEmailChange(ctx, { token, ip: request.ip })) }
    },
  )

  http.post(
    '/api/account/email/stop',
    {
      config: { access: 'everyone', requestClass: 'login' },
      schema: {
        summary: 'Stops a change of address or takes it back, by the link to the address before',
        body: EmailChangeLink,
        response: { 200: EmailChangeStopped },
      },
    },
    async (request) => {
      const { token } = request.body
      return { ...DONE, ...(await stopEmailChange(ctx, { token, ip: request.ip })) }
    },
  )

  http.post(
    '/api/account/password',
    {
      config: { access: 'user' },
      schema: {
        summary: 'Sets another password and signs every other browser out',
        body: ChangePassword,
        response: { 200: SettingsChanged },
      },
    },
    async (request) => {
      const user = await requireUser(ctx, request)
      const proof = { ...cookiesOf(request), user, ip: request.ip }
      await changeOwnPassword(ctx, { ...request.body, ...proof })
      return DONE
    },
  )

  http.post(
    '/api/account/browsers/end',
    {
      config: { access: 'user' },
      schema: {
        summary: 'Signs one browser out, which may be this one',
        body: EndBrowser,
        response: { 200: SettingsChanged },
      },
    },
    async (request) => {
      const { id: userId } = await requireUser(ctx, request)
      await endBrowser(ctx, { userId, id: request.body.id })
      return DONE
    },
  )

  http.post(
    '/api/account/browsers/end-others',
    {
      config: { access: 'user' },
      schema: { summary: 'Signs every other browser out', response: { 200: SettingsChanged } },
    },
    async (request) => {
      const { id: userId } = await requireUser(ctx, request)
      await endOtherBrowsers(ctx, { userId, ...cookiesOf(request) })
      return DONE
    },
  )
}
