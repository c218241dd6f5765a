import { makeCentre } from '@registry/db/testing/fixtures'
import type { Client } from '../../../testing/client.ts'
import { startTestServer, type TestServer, type TestServerOptions } from '../../../testing/server.ts'

export const yes = { C_DB_P: true, C_DB_M: true, C_S: true, C_EXTRAEU: false, C_P_DB: false, C_F: true, C_INCIDENTAL: 2 }
const preliminaryYes = { P_READ: true, P_OF_AGE: true, P_QUESTIONS: true, P_CARE: true, P_WITHDRAW: true, P_FREE: true }

/** Gives consents like MyConsent and returns the number of the receipt. */
export const giveConsents = async ({ api }: Pick<Client, 'api'>, answers: Record<string, boolean | number> = yes): Promise<number> => {
  const [information, preliminary, questions] = await Promise.all([
    api.consents.information.query(),
    api.consents.preliminary.query(),
    api.consents.questions.query(),
  ])
  const { preliminaryPassed, assent } = await api.consents.current.query()
  const assentText = assent && (await api.consents.assentText.query())
  const { receipt } = await api.consents.give.mutate({
    information: { version: information.version, hash: information.hash },
    ...(!preliminaryPassed && { preliminary: { version: preliminary.version, hash: preliminary.hash, answers: preliminaryYes } }),
    ...(assentText && { assentText: { version: assentText.version, hash: assentText.hash } }),
    consents: { version: questions.version, hash: questions.hash, answers },
  })
  return receipt!
}

export const giveByOldProgram = async (client: Client, lang: 'it' | 'en' = 'it'): Promise<number> => {
  await client.call('/consent', { json: { action: 'GET', lang, id: 'pre_consent1' } })
  await client.call('/patient/GetConsentPoints', { json: { lang } })
  await client.call('/patient/UpdateConsents', { json: { ...yes } })
  return (await client.api.consents.current.query()).receipt!
}

export const download = async (client: Client, receipt: number, format: 'pdf' | 'json'): Promise<Uint8Array<ArrayBuffer>> => {
  const response = await client.get(`/patient/ConsentReceipt?receipt=${receipt}&format=${format}`)
  return new Uint8Array(await response.arrayBuffer())
}

export const checkFile = ({ api }: Client, file: Uint8Array) =>
  api.receipts.checkFile.mutate({ file: Buffer.from(file).toString('base64') })

export type ReceiptsFixture = AsyncDisposable & {
  readonly server: TestServer
  patient(options?: { readonly email?: string; readonly mobile?: string }): Promise<Awaited<ReturnType<TestServer['patient']>>>
}

export const createReceiptsFixture = async (options: TestServerOptions = {}): Promise<ReceiptsFixture> => {
  const server = await startTestServer(options)
  await makeCentre(server.database.owner, 'RM01')
  let count = 0
  return {
    server,
    patient: (contact = {}) =>
      server.patient({ centre: 'RM01', centrePatientCode: `P${(count += 1)}`, surname: 'CANARINO', name: 'LUCE', ...contact }),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}
