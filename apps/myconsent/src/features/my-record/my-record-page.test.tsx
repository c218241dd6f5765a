import type { Correction, CorrectionAsked } from '@registry/api-contract/corrections'
import type { OwnRecord } from '@registry/api-contract/my-record'
import { patientUser } from '@registry/app-shell/testing/people.ts'
import { AppError, validationError } from '@registry/domain/error'
import { screen, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { serve } from '../../testing/fake-server.ts'
import { servePrintedDocuments } from '../../testing/printed-documents.ts'
import { openAt } from '../../testing/render-app.ts'

type OwnField = OwnRecord['sections'][number]['fields'][number]
const field = (given: Partial<OwnField> & Pick<OwnField, 'field' | 'label'>): OwnField => ({
  value: null,
  text: null,
  missing: null,
  missingText: null,
  applies: true,
  day: null,
  source: null,
  meaning: 'Che cos’è.',
  band: null,
  analyte: null,
  readableFrom: null,
  ...given,
})
const stored: OwnRecord = {
  lastChange: '2026-03-01',
  delayDays: 0,
  sections: [
    {
      section: 'iron',
      label: 'Ferro',
      inUse: true,
      fields: [
        field({
          field: 'LIC_LAST',
          label: 'Ferro epatico',
          value: 8.5,
          text: '8,5 mg/g',
          day: '2026-03-01',
          source: 'form',
          analyte: 'LIC',
          band: { limits: [3, 7, 15], labels: ['senza accumulo', 'lieve', 'medio', 'alto'], index: 2 },
        }),
        field({ field: 'FERRITIN_LAST', label: 'Ferritina', missing: 'not_done', missingText: 'Non eseguito', day: '2026-02-01' }),
        field({ field: 'FERRITIN_MEAN', label: 'Ferritina: media' }),
      ],
    },
    {
      section: 'complications',
      label: 'Complicanze',
      inUse: false,
      fields: [
        field({ field: 'SPLENECTOMY', label: 'Splenectomia', value: false, text: 'No' }),
        field({ field: 'SPLENECTOMY_DATE', label: 'Data della splenectomia', applies: false }),
      ],
    },
    { section: 'consents', label: 'Consensi', inUse: true, fields: [field({ field: 'c_f', label: 'Aziende farmaceutiche' })] },
  ],
}

const sent: Correction = {
  id: 1,
  field: 'LIC_LAST',
  label: 'Ferro epatico',
  shownValue: '8,5 mg/g',
  text: 'Era 7,5',
  askedAt: '2026-03-01T10:00:00Z',
  state: 'OPEN',
  answer: null,
  answeredAt: null,
}

const openRecord = async (
  read: (otp?: string) => OwnRecord | Promise<OwnRecord>,
  language: 'it' | 'en' = 'it',
  onAsk: (request: CorrectionAsked) => void = () => undefined,
) => {
  serve({
    user: patientUser(),
    myRecord: {
      read: async (_by, { otp }) => read(otp),
      requestCode: async () => ({ channel: 'mail', againInSeconds: 60, validMinutes: 5 }),
    },
    corrections: {
      ask: async (_by, request) => {
        onAsk(request)
        return sent
      },
    },
  })
  return openAt('/miei_dati', language)
}

describe('REQ-PAT-25: the page of the patient’s record', () => {
  it('shows values with meaning, day, source and band, missing ones with their reason, and what is not given', async () => {
    const user = await openRecord(() => stored)
    await user.click(await screen.findByRole('heading', { name: 'Ferro' }))
    const liver = within((await screen.findByText('Ferro epatico')).parentElement as HTMLElement)
    expect(liver.getByText('8,5 mg/g')).toBeVisible()
    expect(liver.getByText('Fascia: medio (da 7 a 15)')).toBeVisible()
    expect(liver.getByText('Che cos’è.')).toBeVisible()
    expect(liver.getByText('Registrato il 01/03/2026, inserito dal centro')).toBeVisible()
    expect(screen.getByText('Manca: Non eseguito')).toBeVisible()
    expect(screen.getByText(/Il centro non ha ancora indicato/)).toHaveTextContent('Ferritina: media.')
    expect(screen.getByText(/Senza risposta/)).toHaveTextContent('Aziende farmaceutiche.')
    expect(screen.getByRole('link', { name: 'Chi ha usato i tuoi dati?' })).toHaveAttribute('href', '/myconsent#usi')
  })

  it('says at each section when it is not in use, and names no field that does not apply', async () => {
    const user = await openRecord(() => stored)
    const title = await screen.findByRole('heading', { name: 'Complicanze' })
    expect(title.parentElement).toHaveTextContent('1 valore · non in uso')
    await user.click(title)
    expect(screen.getByText(/Questi dati non sono in uso/)).toBeVisible()
    expect(screen.queryByText(/Data della splenectomia/)).not.toBeInTheDocument()
  })

  it('REQ-PAT-31: says that a new value exists, from which day it is readable and whom to ask', async () => {
    const lic = field({ field: 'LIC_LAST', label: 'Ferro epatico', readableFrom: '2026-03-08' })
    const user = await openRecord(() => ({
      lastChange: null,
      delayDays: 7,
      sections: [{ section: 'iron', label: 'Ferro', inUse: true, fields: [lic] }],
    }))
    expect(
      await screen.findByText(/il registro li mostra 7 giorni dopo averli ricevuti. Per conoscerli prima chiedi al centro/),
    ).toBeVisible()
    await user.click(screen.getByRole('heading', { name: 'Ferro' }))
    expect(screen.getByText('Valore recente: lo leggi dal 08/03/2026')).toBeVisible()
    expect(screen.queryByText(/non ha ancora indicato/)).not.toBeInTheDocument()
    expect(screen.queryByRole('button', { name: /Non è giusto/ })).not.toBeInTheDocument()
  })

  it('REQ-PAT-26: asks for a code, shows a wrong one at the field, and opens with the right one', async () => {
    const user = await openRecord((otp) => {
      if (otp === undefined) throw new AppError('record_code_required', { minutes: 10 })
      if (otp !== '123456') throw validationError({ otp: { code: 'code_refused' } })
      return stored
    })
    await user.click(await screen.findByRole('button', { name: 'Manda il codice' }))
    const code = await screen.findByRole('textbox', { name: 'Codice' })
    await user.type(code, '000000')
    await user.click(screen.getByRole('button', { name: 'Apri la cartella' }))
    expect(await screen.findByRole('textbox', { name: 'Codice', description: /Codice non corretto/ })).toBeInTheDocument()
    await user.clear(code)
    await user.type(code, '123456')
    await user.click(screen.getByRole('button', { name: 'Apri la cartella' }))
    expect(await screen.findByRole('heading', { name: 'Ferro' })).toBeInTheDocument()
  })

  it('REQ-PAT-27: asks for a correction of a value with what the page shows', async () => {
    const asked: unknown[] = []
    const user = await openRecord(
      () => stored,
      'it',
      (request) => asked.push(request),
    )
    await user.click(await screen.findByRole('heading', { name: 'Ferro' }))
    await user.click(screen.getByRole('button', { name: 'Non è giusto? Ferro epatico' }))
    await user.type(await screen.findByRole('textbox', { name: 'Che cosa va corretto' }), 'Era 7,5')
    await user.click(screen.getByRole('button', { name: 'Invia al centro' }))
    const dialog = screen.getByRole('dialog', { name: 'Chiedi una correzione: Ferro epatico' })
    expect(await within(dialog).findByText(/La richiesta è arrivata al centro/)).toBeVisible()
    await user.click(within(dialog).getByRole('button', { name: 'Chiudi' }))
    expect(dialog).not.toBeInTheDocument()
    expect(asked).toEqual([{ field: 'LIC_LAST', shownValue: '8,5 mg/g', text: 'Era 7,5' }])
  })

  it('REQ-PAT-30: shows the dated results of a test, the newest first', async () => {
    serve({
      user: patientUser(),
      myRecord: {
        read: async () => stored,
        series: async () => ({
          label: 'Ferro epatico',
          meaning: 'Che cos’è.',
          limits: [3, 7, 15],
          labels: ['senza accumulo', 'accumulo lieve', 'accumulo medio', 'accumulo alto'],
          results: [
            { day: '2024-03-01', value: 12, text: '12 mg/g', source: 'file' },
            { day: '2025-03-01', value: 8.5, text: '8,5 mg/g', source: 'form' },
          ],
          delayed: [{ day: '2026-02-20', readableFrom: '2026-03-08' }],
        }),
      },
    })
    const user = await openAt('/miei_dati')
    await user.click(await screen.findByRole('heading', { name: 'Ferro' }))
    await user.click(screen.getByRole('button', { name: 'Vedi l’andamento: Ferro epatico' }))
    const [newest, oldest] = await screen.findAllByText(/0[13]\/20\d\d, /, { selector: 'li' })
    expect(newest).toHaveTextContent('8,5 mg/g 01/03/2025, inserito dal centro')
    expect(oldest).toHaveTextContent('12 mg/g 01/03/2024, da un file del centro')
    expect(screen.getByText('accumulo alto'), 'the band above the last limit').toBeVisible()
    expect(screen.getByText(/Risultato recente, del 20\/02\/2026: lo leggi dal 08\/03\/2026/)).toBeVisible()
  })

  it('REQ-PAT-29: makes the sheet for emergencies with the allergies that the patient writes', async () => {
    const sheet = vi.fn(async () => ({ file: btoa('%PDF-') }))
    serve({ user: patientUser(), myRecord: { read: async () => stored, sheet } })
    const user = await openAt('/miei_dati')
    const { saved } = servePrintedDocuments()
    await user.click(await screen.findByRole('heading', { name: 'Scheda per le emergenze' }))
    await user.type(screen.getByRole('textbox', { name: 'Le tue allergie' }), 'lattice')
    await user.click(screen.getByRole('button', { name: 'Scarica la scheda (PDF)' }))
    await expect.poll(() => saved).toEqual(['scheda-per-le-emergenze.pdf'])
    expect(sheet).toHaveBeenLastCalledWith(expect.anything(), { language: 'it', allergies: 'lattice' }, expect.anything())
  })

  it('is in English too', async () => {
    await openRecord(() => stored, 'en')
    expect(await screen.findByRole('heading', { level: 1, name: 'Your record' })).toBeInTheDocument()
    expect(await screen.findByText('Last change: 01/03/2026')).toBeInTheDocument()
  })
})
