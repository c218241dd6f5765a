import { loadavg } from 'node:os'
import { downloadFile, postJson, readReceiptNumber, type Client } from '../client.ts'
import { signInDemoPatient } from '../demo-patient.ts'
import { formatMs, timeFigure, type Figure } from '../figures.ts'
import { timeMs } from '../measure.ts'
import type { Registry } from '../registry.ts'

const targetMs = 300
const answers = { C_DB_P: true, C_DB_M: true, C_S: true, C_EXTRAEU: false, C_P_DB: false, C_F: true, C_INCIDENTAL: 2 }
type Times = { readonly save: number; readonly pdf: number; readonly json: number }

const measureRound = async (client: Client): Promise<Times> => {
  const save = await timeMs(() => postJson(client, '/patient/UpdateConsents', answers))
  const path = `/patient/ConsentReceipt?receipt=${await readReceiptNumber(client)}`
  return {
    save,
    pdf: await timeMs(() => downloadFile(client, `${path}&format=pdf`)),
    json: await timeMs(() => downloadFile(client, `${path}&format=json`)),
  }
}

const works = [
  ['save', 'save of consents, which signs their receipt and queues its mail'],
  ['pdf', 'PDF of a receipt, printed and signed'],
  ['json', 'JSON of a receipt'],
] as const

/** The time in which a receipt is made, from the request to the end of the answer (REQ-CON-15). */
export const measureReceipts = async (registry: Registry, rounds: number): Promise<Figure[]> => {
  console.log('Consent receipts')
  const client = await signInDemoPatient(registry)
  await postJson(client, '/consent', { action: 'GET', lang: 'it', id: 'pre_consent1' })
  await postJson(client, '/patient/GetConsentPoints', { lang: 'it' })
  const measured: Times[] = []
  // The first round warms up: it starts the printing thread.
  for (let number = 0; number <= rounds; number += 1) {
    const times = await measureRound(client)
    const shown = works.map(([part]) => `${part} ${formatMs(times[part])} ms`).join(', ')
    console.log(`  ${number === 0 ? 'not counted' : `round ${number}`}: ${shown}, load ${loadavg()[0]?.toFixed(1)}`)
    if (number > 0) measured.push(times)
  }
  return works.map(([part, work]) => {
    const times = measured.map((round) => round[part])
    return timeFigure({ goal: 'REQ-CON-15', work, times, targetMs })
  })
}
