import { generateSecret, generateURI, verifySync } from 'otplib'
import { stepSeconds } from '@registry/domain/access/second-factor'
import type { Language } from '@registry/domain/language'

/** The name that the app shows next to the user. It is ASCII, because some apps fail on other characters. */
const issuers = { it: 'Registro talassemie', en: 'Thalassaemia registry' } as const satisfies Record<Language, string>

/** 160 random bits in Base32 (RFC 4226). */
export const createSecret = (): string => generateSecret({ length: 20 })

/** Builds the address inside the QR code. */
export const buildAppAddress = (secret: string, username: string, language: Language): string =>
  generateURI({ issuer: issuers[language], label: username, secret, algorithm: 'sha1', digits: 6, period: stepSeconds })

/** Finds the 30-second step of a code: the current one, the previous or the next. Undefined means a wrong code. */
export const findTimeStep = (secret: string, code: string, now: Date): number | undefined => {
  const epoch = Math.floor(now.getTime() / 1000)
  const found = verifySync({ secret, token: code, epoch, period: stepSeconds, epochTolerance: stepSeconds })
  return found.valid ? Math.floor(epoch / stepSeconds) + found.delta : undefined
}

/** Binds an encrypted secret to its account, so it does not decrypt in another row. */
export const formatEncryptionContext = (accountId: number): string => `account ${accountId}`
