import { z } from 'zod'
import type { Transaction } from '@registry/db/transaction'
import { invitationDays } from '@registry/domain/access/sign-in-policy'
import { withdrawalMessages } from '@registry/domain/messages/consents'
import type { Deps } from '../app/deps.ts'
import { hashToken, createToken } from '../auth/tokens.ts'
import { buildSignInLink } from './sign-in-link.ts'

type Needs = Pick<Deps, 'clock' | 'env' | 'outbox' | 'encryption' | 'messages'>

/**
 * A centre's request to register a person again. It stays encrypted until the person confirms, because the person may not have requested it
 * (REQ-PAT-06).
 */
const ReregistrationRequest = z.object({
  centre: z.string(),
  centrePatientCode: z.string(),
  surname: z.string(),
  name: z.string(),
  loginMode: z.enum(['Email', 'Mobile']),
  lang: z.enum(['it', 'en']),
  email: z.string().nullable(),
  mobilePrefix: z.string().nullable(),
  mobile: z.string().nullable(),
})
export type ReregistrationRequest = z.infer<typeof ReregistrationRequest>

export const getContact = ({ loginMode, email, mobilePrefix, mobile }: ReregistrationRequest): string =>
  (loginMode === 'Email' ? email : `${mobilePrefix ?? ''}${mobile ?? ''}`) ?? ''

const formatEncryptionContext = (secretHash: Buffer): string => `re-registration request ${secretHash.toString('hex')}`

/**
 * Sends an anonymised or erased person a re-registration link, at the request of their centre. Only one link is live at a time. Nothing is
 * registered before the person confirms (REQ-PAT-06).
 */
export const sendReturnInvitation = async (
  needs: Needs,
  tx: Transaction,
  person: string,
  request: ReregistrationRequest,
): Promise<void> => {
  const { clock, env, outbox, encryption, messages } = needs
  const secret = createToken()
  const hash = hashToken(secret)
  const now = clock()
  const expiresAt = new Date(now.getTime() + invitationDays * 86_400_000)
  const encrypted = await encryption.encrypt(JSON.stringify(request), formatEncryptionContext(hash))
  const [stored] = await tx.sql<{ created: boolean }[]>`
    SELECT create_reregistration_request(${person}, ${hash}, ${encrypted}, ${now.toISOString()}, ${expiresAt.toISOString()}) AS created`
  if (!stored?.created) return
  const contact = getContact(request)
  const [centre] = await tx.sql<{ name: string }[]>`SELECT name FROM centre WHERE code = ${request.centre}`
  const { subject, mail, sms } = withdrawalMessages.reregistration
  const values = { centre: centre?.name ?? request.centre, link: buildSignInLink(env, contact, secret), days: invitationDays }
  await outbox.put(
    tx,
    request.loginMode === 'Email'
      ? {
          channel: 'mail',
          to: contact,
          expiresAt,
          subject: messages.format(subject, request.lang),
          text: messages.format(mail, request.lang, values),
        }
      : { channel: 'sms', to: contact, expiresAt, text: messages.format(sms, request.lang, values) },
  )
}

/** Finds the live request of a link. The caller must also name its contact. */
export const findReregistrationRequest = async (
  { clock, encryption }: Needs,
  { sql }: Transaction,
  contact: string,
  secret: string,
): Promise<ReregistrationRequest | undefined> => {
  const hash = hashToken(secret)
  const [stored] = await sql<
    { encrypted: Uint8Array | null }[]
  >`SELECT find_reregistration_request(${hash}, ${clock().toISOString()}) AS encrypted`
  if (!stored?.encrypted) return undefined
  const request = ReregistrationRequest.parse(JSON.parse(await encryption.decrypt(stored.encrypted, formatEncryptionContext(hash))))
  return getContact(request) === contact ? request : undefined
}
