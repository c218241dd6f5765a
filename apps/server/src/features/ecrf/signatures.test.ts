import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { formatItalianDay } from '../../shared/day.ts'
import { createImportFixture, csv, type ImportFixture } from '../imports/testing/import-fixture.ts'

type Staff = Awaited<ReturnType<ImportFixture['server']['staff']>>
let fixture: ImportFixture
let rome: Staff
let year: number

beforeAll(async () => {
  fixture = await createImportFixture()
  rome = await fixture.server.staff([{ role: 'CenterAdmin', center: 'RM01' }], 'rome@example.org')
  year = Number(formatItalianDay(fixture.server.deps.clock()).slice(0, 4))
})
afterAll(() => fixture[Symbol.asyncDispose]())

const readVersion = async (code: string): Promise<string> => (await rome.api.ecrf.read.query({ code })).version
const sign = async (code: string, given: { year?: number; version?: string } = {}) =>
  rome.api.ecrf.sign.mutate({ code, year, version: await readVersion(code), ...given })
const listSignatures = async (code: string) => (await rome.api.ecrf.signatures.query({ code })).signatures
const rejected = (code: string) => ({ data: { detail: { code } } })

describe('REQ-CRF-15: a signature', () => {
  test('shows who signed which year, is broken by a change, and another one can follow', async () => {
    await fixture.patient('SIGN')
    await sign('SIGN', { year: year - 1 })
    await sign('SIGN')
    const intact = { by: 'rome@example.org', at: expect.any(String), broken: false }
    expect(await listSignatures('SIGN')).toEqual([
      { ...intact, year },
      { ...intact, year: year - 1 },
    ])
    await rome.api.ecrf.save.mutate({ code: 'SIGN', changes: { HB: 9 }, reason: 'errore di battitura' })
    expect(await listSignatures('SIGN')).toMatchObject([{ broken: true }, { broken: true }])
    await sign('SIGN')
    expect(await listSignatures('SIGN')).toMatchObject([{ year, broken: false }, { broken: true }])
  })

  test('prevents a change without a reason, until it is broken', async () => {
    await fixture.patient('REASON')
    await sign('REASON')
    const save = async (changes: object, reason?: string) =>
      rome.api.ecrf.save.mutate({
        code: 'REASON',
        version: await readVersion('REASON'),
        changes: { ...changes },
        ...(reason !== undefined && { reason }),
      })
    await expect(save({ HB: 9 })).rejects.toMatchObject(rejected('record_reason_required'))
    await expect(save({ HB: 9 }, ' ')).rejects.toMatchObject(rejected('record_reason_required'))
    expect((await rome.api.ecrf.read.query({ code: 'REASON' })).values['HB']).toBeNull()
    await save({ HB: 9 }, 'referto nuovo')
    await save({ HB: 10 })
  })

  test.each([
    ['a file', () => fixture.send('/putMedicalData', csv('CENTER_ID,WEIGHT', 'OUTSIDE,60'))],
    ['a program', () => rome.call('/e_crf', { json: { action: 'PUT_PATIENT_DATA', CENTER_ID: 'OUTSIDE', MEDICAL_DATA: { WEIGHT: 61 } } })],
  ])('is broken by %s, which needs no reason', async (_, change) => {
    await (_ === 'a file' ? fixture.patient('OUTSIDE') : Promise.resolve())
    await sign('OUTSIDE')
    expect(await listSignatures('OUTSIDE')).toMatchObject([{ broken: false }])
    expect(await change()).toMatchObject({ success: true })
    expect(await listSignatures('OUTSIDE')).toMatchObject([{ broken: true }])
  })

  test('counts for what its person saw', async () => {
    await fixture.patient('SEEN')
    const version = await readVersion('SEEN')
    await rome.api.ecrf.save.mutate({ code: 'SEEN', changes: { HB: 9 } })
    await expect(sign('SEEN', { version })).rejects.toMatchObject(rejected('record_changed_unsigned'))
    expect(await listSignatures('SEEN')).toEqual([])
  })

  test('is of this year or the last one, of the person’s centre, and of a record with consent', async () => {
    await fixture.patient('LIMITS')
    for (const wrong of [year + 1, year - 2])
      await expect(sign('LIMITS', { year: wrong })).rejects.toMatchObject(rejected('record_year_not_signable'))
    await fixture.patient('NONE', { consents: { C_DB_P: false, C_DB_M: false } })
    await expect(sign('NONE')).rejects.toMatchObject(rejected('consent_medical_missing'))
    const milan = await fixture.server.staff([{ role: 'CenterAdmin', center: 'MI01' }], 'milan@example.org')
    const version = await readVersion('LIMITS')
    await expect(milan.api.ecrf.sign.mutate({ code: 'LIMITS', year, version })).rejects.toMatchObject(rejected('import_patient_unknown'))
  })
})
