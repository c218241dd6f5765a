import { expect, type Page } from '@playwright/test'
import { acceptInvitation, signInStaff } from './src/accounts.ts'
import { phone } from './src/browser-context.ts'
import { createCentreClient, type CentreClient } from './src/centre-client.ts'
import { giveConsents } from './src/consents.ts'
import { addFilter, downloadExport, exportFile } from './src/filters.ts'
import { test } from './src/test.ts'

const password = 'tre limoni sul balcone'
const study = { id: 'PROVA-1818', title: 'Prova: ferritina 1818', description: 'Descrive i pazienti della prova.' }
const filter = {
  name: 'Prova: ferritina 1818',
  description: 'I pazienti della prova, e nessun altro.',
  fields: ['Emoglobina', 'Ferritina'],
  conditions: [{ field: 'Ferritina', operator: 'è uguale a', value: '1818' }],
}

type Patient = { readonly code: string; readonly name: string; readonly email: string }
const makePatient = (code: string, name: string): Patient => ({ code, name, email: `${code.toLowerCase()}@demo.example` })
const saysYes = makePatient('STUDIO-1', 'ADELE')
const saysNo = makePatient('STUDIO-2', 'BICE')
const inMilan = makePatient('STUDIO-3', 'CLELIA')

/** Picks an option of a searchable list of the study's form. */
const pick = async (page: Page, field: string, option: string | RegExp): Promise<void> => {
  await page.getByRole('combobox', { name: field }).click()
  await page.getByRole('option', { name: option }).first().click()
}

const openStudy = async (page: Page, list: string, { title } = study): Promise<void> => {
  await page.goto(list)
  await page.getByRole('link', { name: `Gestione studio: ${title}` }).click()
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
}

const readState = async (page: Page, list: string, { title } = study): Promise<string | undefined> => {
  await page.goto(list)
  const row = page.getByRole('row', { name: title })
  await expect(row).toBeVisible()
  const states = ['In attesa del comitato etico', 'Inviato ai centri', 'Da inviare ai pazienti', 'Attivo', 'Esportato', 'Concluso']
  const text = (await row.textContent()) ?? ''
  return states.find((state) => text.includes(state))
}

const approveEthics = async (page: Page): Promise<void> => {
  await openStudy(page, '/ca_studiclinici')
  await page.getByRole('radio', { name: 'Sì' }).check()
  await page.getByRole('textbox', { name: 'Comitato' }).fill('Comitato etico della prova')
  await page.getByRole('textbox', { name: 'Data della valutazione' }).fill('01/03/2020')
  await page.getByRole('button', { name: 'Registra la valutazione' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Registra la valutazione' }).click()
  await expect(page.getByRole('cell', { name: 'Comitato etico della prova' }).first()).toBeVisible()
}

/** Matches the candidates on screen and approves all of them. */
const approvePatients = async (page: Page, patients: readonly Patient[], invited: string): Promise<void> => {
  await openStudy(page, '/ca_studiclinici')
  await page.getByRole('tab', { name: 'Gestione pazienti' }).click()
  await page.getByRole('radio', { name: 'Sullo schermo' }).check()
  await page.getByRole('button', { name: 'Cerca candidati' }).click()
  for (const { code } of patients) await page.getByRole('button', { name: `Approva: ${code}` }).click()
  await page.getByRole('button', { name: /^Registra \d+ decision/ }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Registra' }).click()
  await expect(page.getByText(invited)).toBeVisible()
}

const answer = async (page: Page, choice: 'Sì' | 'No'): Promise<void> => {
  await page.goto(`/pstudio/${study.id}?vista=consenso`)
  await page.getByRole('radio', { name: choice }).check()
  await page.getByRole('button', { name: 'Conferma' }).click()
  await expect(page.getByRole('alertdialog')).toContainText('Grazie. La tua risposta è stata registrata')
}

test('REQ-STU-11: four people at two centres lead one study from proposal to its end; three patients answer or wait', async ({
  visit,
  mailbox,
  centre: rome,
  request,
  addresses,
}) => {
  // Three patients arrive, consent and answer, so this flow is several of the others.
  test.setTimeout(600_000)
  const milan = createCentreClient(request, addresses, 'MI01')

  const arrive = async (client: CentreClient, { code, name, email }: Patient): Promise<Page> => {
    const row = [code, 'STUDIOSI', name, 'Email', email, 'it'].join(',')
    const message = await mailbox.waitForNext(email, () =>
      client.send('createPatients', ['CENTER_ID,SURNAME,NAME,LOGIN_MODE,EMAIL,LANG', row]),
    )
    const page = await visit('myconsent', phone)
    await acceptInvitation(page, mailbox, { contact: email, message, password })
    // The receipt of the consents must not be taken for the invitation to the study (REQ-CON-15).
    await mailbox.waitForNext(email, () => giveConsents(page))
    const report = await client.send('putMedicalData', ['CENTER_ID,HB,FERRITIN', `${code},9.18,1818`])
    expect(report).toMatchObject({ ok: 1, ko: 0 })
    return page
  }
  const [yesPage, noPage] = [await arrive(rome, saysYes), await arrive(rome, saysNo)]
  await arrive(milan, inMilan)

  const [admin, manager, romeDesk, milanDesk] = await Promise.all([
    visit('staff', { account: 'ga@demo.example' }),
    visit('staff'),
    visit('staff', { account: 'ca.rm01@demo.example' }),
    visit('staff', { account: 'ca.mi01@demo.example' }),
  ])
  await signInStaff(manager, 'dm@demo.example')

  await test.step('a global administrator proposes the study with the filter of a data manager', async () => {
    await manager.getByRole('button', { name: 'Filtri' }).click()
    await addFilter(manager, filter)
    await admin.goto('/ga_studiclinici')
    await admin.getByRole('button', { name: 'Nuovo studio' }).click()
    await admin.getByRole('textbox', { name: 'Codice' }).fill(study.id)
    await admin.getByRole('textbox', { name: 'Titolo', exact: true }).fill(study.title)
    await admin.getByRole('textbox', { name: 'Descrizione', exact: true }).fill(study.description)
    await pick(admin, 'Centro principale', /\(RM01\)$/)
    await pick(admin, 'Tipo', /./)
    await pick(admin, 'Filtro', filter.name)
    await pick(admin, 'Questionario', /./)
    await admin.getByRole('button', { name: 'Salva' }).click()
    await expect(admin.getByText('Modifiche registrate')).toBeVisible()
    expect(await readState(admin, '/ga_studiclinici')).toBe('In attesa del comitato etico')
  })

  await test.step('both ethics committees approve, the main centre first', async () => {
    await approveEthics(romeDesk)
    expect(await readState(admin, '/ga_studiclinici')).toBe('Inviato ai centri')
    await approveEthics(milanDesk)
  })

  await test.step('Rome approves two patients before the study opens; nobody is invited yet', () =>
    approvePatients(romeDesk, [saysYes, saysNo], '2 decisioni registrate, 0 pazienti invitati'))

  await test.step('the end of the enrolment opens the study, and both patients get an invitation', async () => {
    await openStudy(admin, '/ga_studiclinici')
    const open = async (): Promise<void> => {
      await admin.getByRole('textbox', { name: 'Data di fine arruolamento' }).fill('31/12/2999')
      await admin.getByRole('button', { name: 'Salva la data' }).click()
      await expect(admin.getByText('Modifiche registrate')).toBeVisible()
    }
    const invitation = await mailbox.waitForNext(saysNo.email, () => mailbox.waitForNext(saysYes.email, open))
    expect(invitation).toContain('Il tuo centro ti invita a uno studio clinico')
    expect(invitation).not.toContain(study.title)
    expect(await readState(admin, '/ga_studiclinici')).toBe('Attivo')
  })

  await test.step('Milan approves its patient, who is invited immediately and does not answer yet', async () => {
    await mailbox.waitForNext(inMilan.email, () => approvePatients(milanDesk, [inMilan], '1 decisione registrata, 1 paziente invitato'))
  })

  await test.step('one patient answers Yes, one No', async () => {
    await answer(yesPage, 'Sì')
    await answer(noPage, 'No')
  })

  await test.step('centre and data manager export the same pseudonym, and no identity', async () => {
    const rows = []
    for (const [page, list] of [
      [romeDesk, '/ca_studiclinici'],
      [manager, '/dm_studiclinici'],
    ] as const) {
      await openStudy(page, list)
      await page.getByRole('tab', { name: 'Esportazione' }).click()
      const file = await exportFile(page, 'csv')
      expect(file.columns).toEqual(['PSEUDONYM', 'HB', 'FERRITIN'])
      expect(JSON.stringify(file.rows)).not.toMatch(/STUDIO|ADELE|demo\.example/)
      expect(file.rows).toHaveLength(1)
      rows.push(file.rows[0])
    }
    expect(rows[0]).toMatchObject({ HB: '9.18', FERRITIN: '1818' })
    expect(rows[1]).toEqual(rows[0])
  })

  await test.step('the global administrator suspends, reactivates, ends and deletes the study', async () => {
    await openStudy(admin, '/ga_studiclinici')
    const confirm = async (button: string): Promise<void> => {
      await admin.getByRole('button', { name: button, exact: true }).click()
      await admin.getByRole('alertdialog').getByRole('button', { name: button, exact: true }).click()
    }
    await confirm('Sospendi')
    await confirm('Riattiva')
    await confirm('Concludi lo studio')
    await expect(admin.getByRole('button', { name: 'Elimina' })).toBeEnabled()
    expect(await readState(admin, '/ga_studiclinici')).toBe('Concluso')
    await admin.getByRole('link', { name: `Dettaglio studio: ${study.title}` }).click()
    await confirm('Elimina')
    await expect(admin).toHaveURL(/\/ga_studiclinici$/)
    await expect(admin.getByText(study.title)).toHaveCount(0)
  })
})

test('REQ-STU-04: the first file after the end of the enrolment closes the study', async ({ visit }) => {
  /** The study of the demo whose enrolment is over. */
  const over = { ...study, id: 'FERRO-2025', title: 'Chi mantiene bassa la ferritina dopo un anno' }
  const manager = await visit('staff', { account: 'dm@demo.example' })
  await openStudy(manager, '/dm_studiclinici', over)
  await manager.getByRole('tab', { name: 'Esportazione' }).click()
  const file = await downloadExport(manager, 'Pacchetto per la statistica (ZIP)')
  expect(file.suggestedFilename()).toBe('studio_FERRO-2025.zip')
  await expect(manager.getByText('Lo studio è esportato')).toBeVisible()
  expect(await readState(manager, '/dm_studiclinici', over)).toBe('Esportato')
})
