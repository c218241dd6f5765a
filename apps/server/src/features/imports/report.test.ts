import { makePatients } from '@registry/db/testing/fixtures'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { csv, createImportFixture, type ImportFixture } from './testing/import-fixture.ts'

let fixture: ImportFixture
beforeAll(async () => {
  fixture = await createImportFixture()
})
afterAll(() => fixture[Symbol.asyncDispose]())

const medical = (...lines: readonly string[]) => fixture.send('/putMedicalData', csv(...lines))
const countImportRuns = async (): Promise<number> => {
  const [count] = await fixture.server.database.owner<{ runs: number }[]>`SELECT count(*)::int AS runs FROM import_run`
  return count?.runs ?? 0
}

describe('the report', () => {
  test('of a dry run is the same, and nothing is stored', async () => {
    await fixture.patient('D1', { medical: { weight: 50 } })
    const before = await fixture.hashTables()
    const runs = await countImportRuns()
    const files = [
      ['/putMedicalData', csv('CENTER_ID,WEIGHT', 'D1,90', 'NOBODY,60')],
      [
        '/createPatients',
        csv('CENTER_ID,SURNAME,NAME,LOGIN_MODE,EMAIL,C_DB', 'D2,ROSSI,ADA,Email,d2@example.org,true', 'D3,ROSSI,,Email,d3@example.org,'),
      ],
    ] as const
    const dry = []
    for (const [path, file] of files) dry.push(await fixture.send(path, file, { more: { dry_run: 'true' } }))
    expect(await fixture.hashTables()).toBe(before)
    expect(await countImportRuns()).toBe(runs)
    expect((await fixture.server.readAuditLog()).at(-1)).toMatchObject({
      command: 'createPatients',
      outcome: 'done',
      detail: 'dry run of createPatients csv, 1 ok, 1 ko',
    })
    const real = []
    for (const [path, file] of files) real.push(await fixture.send(path, file))
    expect(dry).toEqual(real.map((answer) => ({ ...answer, dry_run: true })))
    expect(await fixture.hashTables()).not.toBe(before)
  })

  test('REQ-IMP-06: of a dry run by a person lists the values that would change; that of a program does not', async () => {
    const admin = await fixture.server.staff([{ role: 'CenterAdmin', center: 'RM01' }], 'changes@example.org')
    await fixture.patient('V1', { medical: { weight: 50, tt: 'REGULAR', hb: 9, splenectomy: false } })
    await fixture.patient('V2', { consents: { C_DB_P: true, C_DB_M: false }, medical: { weight: 50 } })
    const file = csv('CENTER_ID;WEIGHT;TT;HB;SPLENECTOMY;TT_START', String.raw`V1;61,5;PAST;9,0;\N;03/02/2001`, 'V2;60;;;;', 'V1;70;;;;')
    const before = await fixture.hashTables()
    const dry = await fixture.sendBy(admin, '/putMedicalData', file, { more: { dry_run: 'true' } })
    const changed = (field: string, old: string, next: string) => ({ row: 1, key: 'V1', field, before: old, after: next })
    expect(dry.changes).toEqual({
      count: 4,
      first: [
        changed('WEIGHT', '50 kg', '61,5 kg'),
        changed('SPLENECTOMY', 'No', '–'),
        changed('TT', 'Programma trasfusionale regolare', 'Trasfuso in passato, non ora'),
        changed('TT_START', '–', '03/02/2001'),
      ],
    })
    expect(await fixture.hashTables()).toBe(before)
    const reads = { columns: expect.arrayContaining(['WEIGHT', 'TT_START']), count: 2 }
    expect((await fixture.server.readAuditLog()).at(-1)).toMatchObject({ command: 'putMedicalData', reads })
    expect(await fixture.send('/putMedicalData', file, { more: { dry_run: 'true' } })).not.toHaveProperty('changes')
    expect(await fixture.sendBy(admin, '/putMedicalData', file)).not.toHaveProperty('changes')
    const again = await fixture.sendBy(admin, '/putMedicalData', file, { more: { dry_run: 'true' } })
    expect(again.changes).toEqual({ count: 0, first: [] })
  })

  test('REQ-IMP-06: of a dry run lists 200 changed values of all batches and counts the rest', async () => {
    const admin = await fixture.server.staff([{ role: 'CenterAdmin', center: 'MI01' }], 'many-changes@example.org')
    await makePatients(fixture.server.database.owner, { centre: 'MI01', count: 3000, consents: { C_DB_P: true, C_DB_M: true } })
    const rows = Array.from({ length: 3000 }, (_, row) => `P${row + 1},60,170`)
    const { changes } = await fixture.sendBy(admin, '/putMedicalData', csv('CENTER_ID,WEIGHT,FERRITIN', ...rows), {
      more: { dry_run: 'true' },
    })
    expect(changes?.count).toBe(6000)
    expect(changes?.first.map(({ row, field }) => [row, field])).toEqual(
      Array.from({ length: 200 }, (_, at) => [Math.floor(at / 2) + 1, at % 2 === 0 ? 'WEIGHT' : 'FERRITIN']),
    )
  })

  test('is in `report`, and its three fields are also at the top level (REQ-IMP-05)', async () => {
    await fixture.patient('B1')
    const answer = await medical('CENTER_ID,HB', 'B1,9', 'B2,9')
    const { success, ...fields } = answer
    const report = { ok: 1, ko: 1, detail: [expect.objectContaining({ row: 2, key: 'B2', code: 'import_patient_unknown' })] }
    expect(success).toBe(true)
    expect(fields).toEqual({ report, ...report })
  })

  test('has a thousand entries and one that counts the rest, errors before warnings', async () => {
    await fixture.patient('M1')
    const rows = Array.from({ length: 4200 }, (_, index) => `NOBODY${index},9`)
    const answer = await medical('CENTER_ID,HB', 'M1,5', ...rows)
    expect(answer).toMatchObject({ ok: 1, ko: 4200 })
    expect(answer.detail).toHaveLength(1001)
    expect(answer.detail?.[0]).toMatchObject({ row: 2, key: 'NOBODY0' })
    expect(answer.detail?.at(-1)).toEqual({
      row: 0,
      key: '',
      code: 'import_more',
      message: 'Ci sono altre 3201 segnalazioni, non elencate',
    })
  })

  test('is stored with the import run and unreadable values only, and the audit log has the counts and no value', async () => {
    await fixture.patient('G1')
    await fixture.patient('G3')
    const answer = await medical(
      'CENTER_ID,HB,OTHER_THERAPIES,DOD',
      'G1,9,SECRETTHERAPY,',
      'G2,9,SECRETTHERAPY,',
      'G3,99,,31/02/2020',
      'G1,998877.55,,',
    )
    const [run] = await fixture.server.database
      .owner`SELECT id, actor, centre_code, command, format, ok, ko, detail FROM import_run ORDER BY at DESC LIMIT 1`
    expect(run).toMatchObject({ actor: 'center RM01', centre_code: 'RM01', command: 'putMedicalData', format: 'csv', ok: 1, ko: 3 })
    const tooHigh = { field: 'HB', code: 'value_too_high', params: { max: 22, unit: 'g/dL' } }
    expect(run?.['detail']).toEqual([
      { row: 2, key: 'G2', field: 'CENTER_ID', code: 'import_patient_unknown' },
      { row: 3, key: 'G3', ...tooHigh },
      { row: 3, key: 'G3', field: 'DOD', code: 'value_date_invalid', value: '31/02/2020' },
      { row: 4, key: 'G1', ...tooHigh },
    ])
    expect(answer.detail?.at(-1)?.message).toContain('«998877.55» · accettati: da ')
    const entry = (await fixture.server.readAuditLog()).at(-1)
    expect(entry).toMatchObject({
      username: 'center RM01',
      command: 'putMedicalData',
      outcome: 'done',
      detail: `import ${run?.['id']}: putMedicalData csv, 1 ok, 3 ko, 1 changed`,
    })
    expect(JSON.stringify([answer, run, entry]) + fixture.server.log()).not.toContain('SECRETTHERAPY')
    expect(JSON.stringify([run, entry]) + fixture.server.log()).not.toContain('998877.55')
  })
})
