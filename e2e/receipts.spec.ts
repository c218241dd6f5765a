import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { acceptInvitation } from './src/accounts.ts'
import { findViolations } from './src/axe.ts'
import { phone, type Language } from './src/browser-context.ts'
import { giveConsents } from './src/consents.ts'
import { test } from './src/test.ts'

const words = {
  it: {
    receipt: 'La tua ricevuta',
    answers: 'Rivedi le tue risposte',
    showHistory: 'Mostra la storia',
    history: 'Storia delle tue risposte',
    download: { pdf: /^Scarica ricevuta \(PDF\) del /, json: /^Scarica ricevuta \(JSON\) del / },
    file: 'ricevuta_consensi',
    answer: '"answer": "Sì"',
    mail: 'In allegato trovi la ricevuta in PDF, firmata dal registro',
    code: 'Codice della ricevuta',
    checkCode: 'Verifica il codice',
    valid: 'La ricevuta è valida',
    newest: 'Sono le risposte più recenti di questa persona.',
    unknown: 'Nessuna ricevuta valida ha questo codice',
    changed: 'Il file non è una ricevuta valida',
  },
  en: {
    receipt: 'Your receipt',
    answers: 'Review your answers',
    showHistory: 'Show the history',
    history: 'History of your answers',
    download: { pdf: /^Download receipt \(PDF\) of /, json: /^Download receipt \(JSON\) of / },
    file: 'consent_receipt',
    answer: '"answer": "Yes"',
    mail: 'The receipt is attached as PDF, signed by the registry',
    code: 'Receipt code',
    checkCode: 'Check the code',
    valid: 'The receipt is valid',
    newest: 'These are this person’s latest answers.',
    unknown: 'No valid receipt has this code',
    changed: 'The file is not a valid receipt',
  },
} as const

const expectNoViolations = async (page: Page): Promise<void> => {
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme })
    expect(await findViolations(page, scheme)).toEqual([])
  }
  await page.emulateMedia({ colorScheme: 'light' })
}

type Format = 'pdf' | 'json'
const formats = ['pdf', 'json'] as const satisfies readonly Format[]

const download = async (page: Page, language: Language, section: string, format: Format): Promise<Buffer> => {
  const { receipt, history, download: names, file } = words[language]
  const part = section === history ? page.getByRole('region', { name: history }) : page.locator('section', { hasText: receipt }).last()
  const [saved] = await Promise.all([page.waitForEvent('download'), part.getByRole('button', { name: names[format] }).click()])
  expect(saved.suggestedFilename()).toBe(`${file}.${format}`)
  return readFile(await saved.path())
}

const changeOneByte = (file: Buffer): Buffer => {
  const changed = Buffer.from(file)
  const middle = Math.floor(file.length / 2)
  changed.writeUInt8(changed.readUInt8(middle) ^ 1, middle)
  return changed
}

const checkFile = async (page: Page, language: Language, format: Format, file: Buffer, result: string): Promise<void> => {
  const mimeType = format === 'pdf' ? 'application/pdf' : 'application/json'
  await page.locator('input[type=file]').setInputFiles({ name: `${words[language].file}.${format}`, mimeType, buffer: file })
  await expect(page.getByText(result)).toBeVisible()
}

for (const language of ['it', 'en'] as const)
  test(`REQ-CON-14 to REQ-CON-16: a patient gets a receipt by page, history and mail, and a visitor checks it (${language})`, async ({
    visit,
    mailbox,
    centre,
  }) => {
    const text = words[language]
    const email = `ricevuta.${language}@demo.example`
    const page = await visit('myconsent', phone)
    await test.step('a new patient gives all consents', async () => {
      const message = await mailbox.waitForNext(email, async () => {
        const header = 'CENTER_ID,SURNAME,NAME,LOGIN_MODE,EMAIL,LANG'
        await centre.send('createPatients', [header, `RICEVUTA-${language},CARTA,PENNA,Email,${email},${language}`])
      })
      await acceptInvitation(page, mailbox, { contact: email, message, password: 'carta penna e calamaio' })
      await page.context().addCookies([{ name: 'lang', value: language, url: page.url() }])
      await page.reload()
    })
    const mail = await mailbox.waitForNext(email, () => giveConsents(page, language))

    const files = await test.step('the page and the history offer the same PDF and JSON', async () => {
      await expect(page.getByRole('heading', { name: text.receipt })).toBeVisible()
      await page.getByRole('link', { name: text.answers }).click()
      await page.getByRole('button', { name: text.showHistory }).click()
      const fromPage = []
      for (const format of formats) {
        const file = await download(page, language, text.receipt, format)
        expect((await download(page, language, text.history, format)).equals(file)).toBe(true)
        fromPage.push(file)
      }
      await expectNoViolations(page)
      return fromPage
    })
    const [pdf = Buffer.of(), json = Buffer.of()] = files
    expect(json.toString()).toContain(text.answer)
    for (const file of files) expect(file.toString('latin1')).not.toMatch(/CARTA|PENNA|demo\.example/)

    await test.step('the mail names no disease and has the PDF', async () => {
      expect(mail).toContain(text.mail)
      expect(mail).not.toMatch(/talass|thalass|emoglobin|haemoglobin/i)
      const attached = await mailbox.listFiles(email)
      expect(attached.map(({ name }) => name)).toEqual([`${text.file}.pdf`])
      expect(attached[0]?.bytes.equals(pdf)).toBe(true)
    })

    const visitor = await visit('myconsent', { ...phone, language })
    await test.step('the mail leads to the page of checks, and the printed address to the result, and then loses the code', async () => {
      const [link = ''] = /http\S+\/verifica_ricevuta$/m.exec(mail) ?? []
      const [, code = ''] = /"receipt_id": "([0-9A-Z-]{34})"/.exec(json.toString()) ?? []
      await visitor.goto(`${link}#${code}`)
      await expect(visitor.getByText(text.valid)).toBeVisible()
      await expect(visitor.getByText(text.newest)).toBeVisible()
      await expect(visitor).toHaveURL(/\/verifica_ricevuta$/)
      await expectNoViolations(visitor)
    })
    await test.step('both files are valid, and one changed byte of either is not', async () => {
      for (const [format, file] of [
        ['pdf', pdf],
        ['json', json],
      ] as const) {
        await checkFile(visitor, language, format, changeOneByte(file), text.changed)
        await checkFile(visitor, language, format, file, text.valid)
      }
      await checkFile(visitor, language, 'pdf', changeOneByte(pdf), text.changed)
      await expectNoViolations(visitor)
    })
    await test.step('a wrong code is not valid', async () => {
      await visitor.getByRole('textbox', { name: text.code }).fill('0000-0000-0000-0000-0000-0000-0000')
      await visitor.getByRole('button', { name: text.checkCode }).click()
      await expect(visitor.getByText(text.unknown)).toBeVisible()
    })
  })
