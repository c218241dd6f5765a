import { generateSecret, generateURI, verifySync } from 'otplib'
import { stepSeconds } from '@registry/domain/access/second-factor'

/** What the app calls the account beside the user's name; ASCII, since some apps break on more. */
const issuer = 'Registro talassemie'

/** 160 random bits in Base32, as RFC 4226 recommends. */
export const createSecret = (): string => generateSecret({ length: 20 })

/** The address that an authenticator app reads from the QR code. */
export const buildAppAddress = (secret: string, username: string): string =>
  generateURI({ issuer, label: username, secret, algorithm: 'sha1', digits: 6, period: stepSeconds })

/** The 30-second step whose code this is: that of now, the one before or the one after; undefined when it is none of theirs. */
export const findTimeStep = (secret: string, code: string, now: Date): number | undefined => {
  const epoch = Math.floor(now.getTime() / 1000)
  const found = verifySync({ secret, token: code, epoch, period: stepSeconds, epochTolerance: stepSeconds })
  return found.valid ? Math.floor(epoch / stepSeconds) + found.delta : undefined
}
