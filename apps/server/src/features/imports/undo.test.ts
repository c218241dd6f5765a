import { withTransaction } from '@registry/db/transaction'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { csv, createImportFixture, type ImportFixture } from './testing/import-fixture.ts'

let fixture: ImportFixture
let admin: Awaited<ReturnType<ImportFixture['server']['staff']>>
beforeAll(async () => {
  fixture = await createImportFixture()
  admin = await fixture.server.staff([{ role: 'CenterAdmin', center: 'RM01' }], 'rome@example.org')
})
afterAll(() => fixture[Symbol.asyncDispose]())

const reason = 'il file era di un altro anno'
const sendFile = async (path: string, header: string, ...rows: readonly string[]): Promise<string> => {
  await fixture.sendBy(admin, path, csv(header, ...rows))
  const { files } = await admin.api.imports.list.query({})
  return files[0]!.id
}
const undo = (id: string) => admin.api.imports.undo.mutate({ id, reason })
const rejected = (code: string) => ({ data: { detail: { code } } })

describe('REQ-IMP-17: an undone file', () => {
  test('restores the previous values, in both versions of its row, and the history shows all three with person and reason', async () => {
    await fixture.patient('U1', { medical: { weight: 60, hbv: true, hb_last: 9 } })
    await fixture.patient('U2')
    const id = await sendFile('/putMedicalData', 'CENTER_ID,WEIGHT,HCV,HB_LAST', 'U1,80,true,10', 'U2,55,false,11')
    expect(await fixture.stored('patient_medical', 'U1')).toMatchObject({ weight: 80, hcv: true, hb_last: 10, complications_num: 2 })
    expect(await undo(id)).toEqual({ patients: 2 })
    expect(await fixture.stored('patient_medical', 'U1')).toMatchObject({
      weight: 60,
      hbv: true,
      hcv: null,
      hb_last: 9,
      complications_num: 1,
    })
    expect(await fixture.stored('patient_medical', 'U2')).toMatchObject({ weight: null, hcv: null, hb_last: null })
    const { changes } = await admin.api.ecrf.history.query({ code: 'U1' })
    expect(changes.filter(({ field }) => field === 'WEIGHT')).toMatchObject([
      { old: 80, new: 60, actor: 'rome@example.org', source: 'form', reason },
      { old: 60, new: 80, source: 'file', reason: null },
      { old: null, new: 60 },
    ])
    const { files } = await admin.api.imports.list.query({})
    expect(files[0]).toMatchObject({ id, ok: 2, undone: { at: expect.any(String), by: 'rome@example.org' } })
  })

  test('can be sent again, and is stored again', async () => {
    await fixture.patient('AGAIN', { personal: { address_town: 'Forlì' } })
    const rows = ['CENTER_ID,address_town', 'AGAIN,Cesena'] as const
    await undo(await sendFile('/putPersonalData', ...rows))
    expect((await fixture.stored('patient_personal', 'AGAIN'))['address_town']).toBe('Forlì')
    await sendFile('/putPersonalData', ...rows)
    expect((await fixture.stored('patient_personal', 'AGAIN'))['address_town']).toBe('Cesena')
  })

  test('does not change a patient without consent', async () => {
    await fixture.patient('GIVES', { medical: { weight: 50 } })
    await fixture.patient('GAVE', { medical: { weight: 50 } })
    const id = await sendFile('/putMedicalData', 'CENTER_ID,WEIGHT', 'GIVES,70', 'GAVE,70')
    const { owner } = fixture.server.database
    await owner`UPDATE patient_medical SET consented = false WHERE patient_id = (SELECT patient_id FROM patient_identity WHERE centre_patient_code = 'GAVE')`
    expect(await undo(id)).toEqual({ patients: 1 })
    expect((await fixture.stored('patient_medical', 'GIVES'))['weight']).toBe(50)
    expect((await fixture.stored('patient_medical', 'GAVE'))['weight']).toBe(70)
  })
})

describe('REQ-IMP-17: nothing changes', () => {
  test('if one of the records was saved since', async () => {
    await fixture.patient('SINCE1')
    await fixture.patient('SINCE2')
    const id = await sendFile('/putMedicalData', 'CENTER_ID,WEIGHT', 'SINCE1,70', 'SINCE2,71')
    await admin.api.ecrf.save.mutate({ code: 'SINCE2', changes: { HB: 9 } })
    await expect(undo(id)).rejects.toMatchObject({
      message: expect.stringContaining('è stata salvata di nuovo la cartella di un paziente'),
      ...rejected('import_changed_since'),
    })
    expect((await fixture.stored('patient_medical', 'SINCE1'))['weight']).toBe(70)
  })

  test('the second time, also in the database', async () => {
    await fixture.patient('TWICE', { medical: { weight: 60 } })
    const id = await sendFile('/putMedicalData', 'CENTER_ID,WEIGHT', 'TWICE,70')
    const both = await Promise.allSettled([undo(id), undo(id)])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    await expect(undo(id)).rejects.toMatchObject(rejected('import_undone_already'))
    const again = withTransaction(
      fixture.server.database.server,
      { actor: 'x', source: 'form', scope: { kind: 'centre', centre: 'RM01' } },
      ({ sql }) => sql`UPDATE import_run SET undone_at = now() WHERE id = ${id}`,
    )
    await expect(again).rejects.toThrow('an import is undone once')
  })

  test('for a file that changed nothing, one of another centre, and without a reason', async () => {
    await fixture.patient('SAME', { medical: { weight: 60 } })
    const same = await sendFile('/putMedicalData', 'CENTER_ID,WEIGHT', 'SAME,60')
    await expect(undo(same)).rejects.toMatchObject(rejected('import_not_undoable'))
    const milan = await fixture.server.staff([{ role: 'CenterAdmin', center: 'MI01' }], 'milan@example.org')
    await expect(milan.api.imports.undo.mutate({ id: same, reason })).rejects.toMatchObject(rejected('not_found'))
    for (const given of [{ reason: ' ' }, {}])
      await expect(admin.api.imports.undo.mutate({ id: same, ...given })).rejects.toMatchObject(rejected('validation_failed'))
  })
})
