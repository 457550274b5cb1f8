import { z } from 'zod'
import { NewPassword } from '#app/accounts/accounts.contract.ts'
import { LONGEST_ADMIN_NAME } from '#app/admin/admin.facts.ts'
import { AdminSession } from './admin-session.contract.ts'
import { LONGEST_KEY_NAME, ROLES } from './administrators.facts.ts'

const Email = z
  .string()
  .max(320)
  .transform((text) => text.trim().toLowerCase().normalize('NFC'))
  .pipe(z.email('is not an e-mail address'))
const Token = z.string().max(64)
const Role = z.enum(ROLES)
const Name = z.string().trim().min(1, 'is missing').max(LONGEST_ADMIN_NAME)

/** In the shape of the browser's own WebAuthn calls; bounded, but otherwise not validated here. */
const PasskeyOptions = z.record(z.string(), z.unknown())
const PasskeyAnswer = z.looseObject({
  id: z.string().max(1024),
  rawId: z.string().max(1024),
  type: z.literal('public-key'),
  response: z.looseObject({ clientDataJSON: z.string().max(8192) }),
})

/** The token of a step, answered once. */
const step = z.string().max(64)

/** The second factors; exactly one of them is given. */
const factors = {
  code: z.string().max(20).optional().describe('Six digits of the code app'),
  recoveryCode: z.string().max(40).optional(),
  passkey: PasskeyAnswer.optional(),
}
const isOneFactor = ({ code, recoveryCode, passkey }: z.infer<z.ZodObject<typeof factors>>) =>
  [code, recoveryCode, passkey].filter((each) => each !== undefined).length === 1

export const Factor = z
  .object({ ...factors, step })
  .refine(isOneFactor, { error: 'Send one of code, recoveryCode and passkey.' })
export type Factor = z.infer<typeof Factor>

/** Which factors can be given, and the browser's options for a passkey. */
export const FactorStep = z.object({
  step: z.string(),
  hasApp: z.boolean(),
  passkey: PasskeyOptions.nullable(),
})
export type FactorStep = z.infer<typeof FactorStep>

export const SignIn = z.object({ email: z.string().max(320), password: z.string().max(256) })

/** A repeated proof of a signed-in administrator; sessions of the shared password repeat that. */
export const FactorAgain = z
  .object({ ...factors, step: step.optional(), password: z.string().max(256).optional() })
  .refine((given) => (given.password !== undefined) !== isOneFactor(given), {
    error: 'Send one of password, code, recoveryCode and passkey.',
  })
export type FactorAgain = z.infer<typeof FactorAgain>
/** `null` for sessions of the shared password: they repeat the password. */
export const ProofStep = z.object({ factor: FactorStep.nullable() })
export type ProofStep = z.infer<typeof ProofStep>

/** What a new key is made from: a secret for an authenticator app, and the browser's options for a passkey. */
export const NewKeyStep = z.object({
  step: z.string(),
  app: z.object({ secret: z.string(), address: z.string().describe('otpauth:, for a code app') }),
  passkey: PasskeyOptions,
})
export type NewKeyStep = z.infer<typeof NewKeyStep>

const MadeKey = {
  step,
  code: z.string().max(20).optional().describe('Of the code app that was just set up'),
  passkey: PasskeyAnswer.optional(),
  keyName: z.string().trim().max(LONGEST_KEY_NAME).optional(),
}

export const InvitationLink = z.object({ token: Token })
export const InvitationStep = NewKeyStep.extend({
  email: z.string(),
  name: z.string(),
  role: Role,
})
export type InvitationStep = z.infer<typeof InvitationStep>

export const TakenInvitation = z.object({
  token: Token,
  password: NewPassword,
  name: Name,
  ...MadeKey,
})
export type TakenInvitation = z.infer<typeof TakenInvitation>

export const NewRecoveryCodes = z.object({ recoveryCodes: z.array(z.string()) })
export const FirstSession = z.object({ recoveryCodes: z.array(z.string()), session: AdminSession })
export type FirstSession = z.infer<typeof FirstSession>

export const Invite = z.object({ email: Email, name: Name, role: Role })
export type Invite = z.infer<typeof Invite>
export const NewRole = z.object({ role: Role })

export const People = z.object({
  people: z.array(
    z.object({
      id: z.string(),
      email: z.string(),
      name: z.string(),
      role: Role,
      isYou: z.boolean(),
      createdAt: z.iso.datetime(),
      lastSeenAt: z.iso.datetime().nullable(),
      hasApp: z.boolean(),
      passkeys: z.int(),
      recoveryCodesLeft: z.int(),
    }),
  ),
  invitations: z.array(
    z.object({
      id: z.string(),
      email: z.string(),
      name: z.string(),
      role: Role,
      invitedBy: z.string(),
      expiresAt: z.iso.datetime(),
    }),
  ),
  /** Until there is an owner, the shared password opens the back office. */
  hasOwner: z.boolean(),
})
export type People = z.infer<typeof People>

export const OwnKeys = z.object({
  email: z.string(),
  role: Role,
  hasApp: z.boolean(),
  recoveryCodesLeft: z.int(),
  passkeys: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      createdAt: z.iso.datetime(),
      lastUsedAt: z.iso.datetime().nullable(),
    }),
  ),
  sessions: z.array(
    z.object({
      label: z.string(),
      browser: z.string(),
      network: z.string(),
      createdAt: z.iso.datetime(),
      lastSeenAt: z.iso.datetime(),
      isThis: z.boolean(),
    }),
  ),
})
export type OwnKeys = z.infer<typeof OwnKeys>

export const AddedKey = z.object(MadeKey)
export type AddedKey = z.infer<typeof AddedKey>
export const ChosenPassword = z.object({ password: NewPassword })
