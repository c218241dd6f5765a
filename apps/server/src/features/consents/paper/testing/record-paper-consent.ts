import { formatItalianDay } from '../../../../shared/day.ts'
import type { Client } from '../../../../testing/client.ts'
import { png, scanOf } from './scans.ts'

export type Recorded = Parameters<Client['api']['paperConsents']['record']['mutate']>[0]

/** Prints a form for the patient, unless one is named, and records it with two Yes. Returns the id. */
export const recordPaperConsent = async (
  { api }: Pick<Client, 'api'>,
  code: string,
  { formNumber, ...given }: Partial<Recorded> = {},
): Promise<string> => {
  const { id } = await api.paperConsents.record.mutate({
    code,
    answers: { C_DB_P: true, C_DB_M: true },
    signedOn: formatItalianDay(new Date()),
    signers: ['patient'],
    scan: scanOf(png, 'modulo.png'),
    ...given,
    formNumber: formNumber ?? (await api.paperConsents.form.mutate({ code, language: 'it' })).formNumber,
  })
  return id
}

/** Opens the scan of a form and confirms it. */
export const verifyPaperConsent = async ({ api }: Pick<Client, 'api'>, id: string) => {
  await api.paperConsents.scan.query({ id })
  return api.paperConsents.verify.mutate({ id })
}
