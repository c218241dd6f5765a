import { formatDay, monthsBefore } from '@registry/domain/calendar'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { formatItalianDay } from '../../shared/day.ts'
import { readPdf } from '../../shared/pdf/testing/read-pdf.ts'
import { createImportFixture, type ImportFixture } from '../imports/testing/import-fixture.ts'

type Staff = Awaited<ReturnType<ImportFixture['server']['staff']>>
let fixture: ImportFixture
let rome: Staff

beforeAll(async () => {
  fixture = await createImportFixture()
  rome = await fixture.server.staff([{ role: 'CenterAdmin', center: 'RM01' }], 'rome@example.org')
})
afterAll(() => fixture[Symbol.asyncDispose]())

const print = async (code: string, as = rome) => {
  const { pdf } = await as.api.ecrf.printVisit.query({ code })
  return readPdf(new Uint8Array(Buffer.from(pdf, 'base64')))
}

describe('REQ-CRF-14: the summary of a record for a visit', () => {
  test('has who it is, the alerts and the last values with their units on one page', async () => {
    await fixture.patient('VISIT', {
      surname: 'D’ANGELO',
      name: 'NICOLÒ',
      medical: { hb_last: 9.4, ferritin_last: 2600, splenectomy: true },
    })
    const { text, title, language, marked, pages } = await print('VISIT')
    expect({ title, language, marked }).toEqual({ title: 'Scheda per la visita', language: 'it-IT', marked: true })
    expect(pages).toHaveLength(1)
    expect(text).toContain('Paziente: Nicolò D’Angelo Codice paziente del centro RM01: VISIT')
    expect(text).toContain(
      'Avvisi Ferritina sopra 2.500 ng/mL Milza asportata: rischio di infezioni Nessun valore di risonanza negli ultimi 24 mesi',
    )
    expect(text).toContain('Emoglobina: ultimo valore 9,4 g/dL Ferritina: ultimo valore 2.600 ng/mL')
    expect(text).toContain('Gruppo sanguigno –')
    expect(text).toContain('Reperti inattesi Comunicare di persona, dal medico del centro')
    expect(text).toContain('Stampato dal registro il')
    expect(text).toContain('Pagina 1 di 1')
  })

  test('has the treatment, the complications, the last values with their days, and the open discrepancies', async () => {
    await fixture.patient('SIX', { medical: { ict_type: 'DFX_FCT', ict_dfx_dosage: 21, diabetes: true } })
    const { version } = await rome.api.ecrf.read.query({ code: 'SIX' })
    await rome.api.ecrf.save.mutate({ code: 'SIX', version, changes: { FIBR_STIFFNESS: 60, FERRITIN_LAST: 900 } })
    const { text } = await print('SIX')
    expect(text).not.toContain('Nessun avviso')
    expect(text).toMatch(/Segnalazioni aperte: [1-9].* Rigidità epatica \(elastografia\): Valore insolitamente alto/)
    expect(text).toContain('Dose di deferasirox 21 mg/kg/giorno')
    expect(text).toContain('Complicanze presenti Diabete')
    expect(text).toMatch(/Ferritina: ultimo valore 900 ng\/mL \(\d\d\/\d\d\/\d{4}\)/)
  })

  test('REQ-OBS-05: has the days of dated results, and how old a value and its alert are', async () => {
    await fixture.patient('OLDER')
    const today = formatItalianDay(fixture.server.deps.clock())
    const days = [17, 16, 15, 14].map((months) => monthsBefore(today, months))
    const results = ['1000', '2000', '2100', '2600'].map((value, index) => ({
      analyte: 'FERRITIN',
      value,
      unit: 'ng/mL',
      comparator: index === 2 ? '>' : '',
      takenOn: days[index]!,
      sample: '',
    }))
    await rome.api.observations.add.mutate({ code: 'OLDER', results })
    const { text } = await print('OLDER')
    expect(text).toContain('Ferritina sopra 2.500 ng/mL (14 mesi fa)')
    const last = `2.600 ng/mL (${formatDay(days[3]!)}`
    expect(text).toContain(`Ferritina: ultimo valore ${last}, 14 mesi fa)`)
    expect(text).toContain(
      `Ferritina: ultimo valore ${last}), > 2.100 ng/mL (${formatDay(days[2]!)}), 2.000 ng/mL (${formatDay(days[1]!)})`,
    )
  })

  test('says once what several checks found about the same value', async () => {
    await fixture.patient('KIDNEY', { medical: { hb_last: 9.4 } })
    const { version } = await rome.api.ecrf.read.query({ code: 'KIDNEY' })
    await rome.api.ecrf.save.mutate({ code: 'KIDNEY', version, changes: { EGFR_LAST: 5, EGFR_MEAN: 5, EGFR_MIN: 5 } })
    const { text } = await print('KIDNEY')
    expect(text).toMatch(/Segnalazioni aperte: [3-9]/)
    expect(text.split('Valore insolitamente basso')).toHaveLength(2)
  })

  test('names the parts that are omitted without a consent', async () => {
    await fixture.patient('NO-NAME', { surname: 'CANARY', consents: { C_DB_P: false, C_DB_M: true }, medical: { hb_last: 9.4 } })
    const withoutName = (await print('NO-NAME')).text
    expect(withoutName).toContain('Il paziente non ha concesso il consenso per il trattamento dei dati anagrafici')
    expect(withoutName).toContain('Emoglobina: ultimo valore 9,4 g/dL')
    // The name belongs to the centre's own registration (REQ-PAT-09).
    expect(withoutName).toContain('Canary')
    expect(withoutName).not.toContain('Sesso alla nascita F')
    await fixture.patient('NO-VALUES', { consents: { C_DB_P: true, C_DB_M: false }, medical: { hb_last: 9.4 } })
    const withoutValues = (await print('NO-VALUES')).text
    expect(withoutValues).toContain('Il paziente non ha concesso il consenso per il trattamento dei dati medici')
    expect(withoutValues).not.toContain('9,4')
  })

  test('of another centre is unknown', async () => {
    const milan = await fixture.server.staff([{ role: 'CenterAdmin', center: 'MI01' }], 'milan@example.org')
    await fixture.patient('OURS')
    await expect(print('OURS', milan)).rejects.toMatchObject({ data: { detail: { code: 'import_patient_unknown' } } })
  })
})
