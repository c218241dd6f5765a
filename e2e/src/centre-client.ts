import { expect, type APIRequestContext } from '@playwright/test'
import type { Addresses } from './system.ts'

export type ImportReport = {
  readonly success: boolean
  readonly ok: number
  readonly ko: number
  readonly detail: readonly { readonly row: number; readonly key: string; readonly code: string; readonly message: string }[]
}
type Command = 'createPatients' | 'putPersonalData' | 'putMedicalData'

export type CentreClient = {
  /** Sends a CSV file as multipart with the centre's code and password, without a session (REQ-IMP-09). */
  send(command: Command, lines: readonly string[]): Promise<ImportReport>
}

/** A client of a centre. The loopback address leads to the staff site without a name to resolve. */
export const createCentreClient = (request: APIRequestContext, { port }: Addresses, centre: string): CentreClient => ({
  send: async (command, lines) => {
    const response = await request.post(`http://127.0.0.1:${port}/api/${command}`, {
      multipart: {
        centerCode: centre,
        centerPwd: `Thal-Demo-2026-${centre}`,
        format: 'csv',
        lang: 'it',
        file: { name: `${command}.csv`, mimeType: 'text/csv', buffer: Buffer.from(`${lines.join('\n')}\n`) },
      },
    })
    expect(response.status()).toBe(200)
    return (await response.json()) as ImportReport
  },
})
