import { expect, type APIRequestContext } from '@playwright/test'
import type { Addresses } from './system.ts'

/** What the registry answers to a file (D4). */
export type Report = {
  readonly success: boolean
  readonly ok: number
  readonly ko: number
  readonly detail: readonly { readonly row: number; readonly key: string; readonly code: string; readonly message: string }[]
}
type Command = 'createPatients' | 'putPersonalData' | 'putMedicalData'

export type Program = {
  /** Sends a CSV file as a centre's program does: multipart, with the centre's code and password, without a session (D3). */
  send(command: Command, csv: readonly string[]): Promise<Report>
}

/** A program of a centre; a bare loopback address is the staff site, so that it needs to resolve no names. */
export const programOf = (request: APIRequestContext, { port }: Addresses, centre: string): Program => ({
  send: async (command, csv) => {
    const answer = await request.post(`http://127.0.0.1:${port}/api/${command}`, {
      multipart: {
        centerCode: centre,
        centerPwd: `Thal-Demo-2026-${centre}`,
        format: 'csv',
        lang: 'it',
        file: { name: `${command}.csv`, mimeType: 'text/csv', buffer: Buffer.from(`${csv.join('\n')}\n`) },
      },
    })
    expect(answer.status()).toBe(200)
    return (await answer.json()) as Report
  },
})
