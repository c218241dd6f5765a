import { expect, type Locator } from '@playwright/test'
import { findViolations } from './src/axe.ts'
import { expectReadable } from './src/expect-readable.ts'
import { languages, phone } from './src/browser-context.ts'
import { translate } from './src/catalogue.ts'
import { test } from './src/test.ts'

const account = 'tutore@demo.example'

for (const language of languages)
  test(`REQ-GRD-11, REQ-GRD-12: a guardian stops the use of a child’s data on a phone, asks to make them anonymous and takes it back (${language})`, async ({
    visit,
  }) => {
    const say = (italian: string): string => translate(italian, language)
    const page = await visit('myconsent', { account, language, ...phone })
    // Two of the three children are patients of RM01.
    const children = [0, 1].map((index) =>
      page
        .getByRole('listitem')
        .filter({ has: page.getByRole('button') })
        .nth(index),
    )
    const choose = async (child: Locator, name: string): Promise<void> => {
      await child.getByRole('button', { name: say('Ferma l’uso dei dati, o cancellali') }).click()
      await expectReadable(page, language)
      await child.getByRole('radio', { name: say(name) }).check()
      await child.getByRole('button', { name: say('Prosegui') }).click()
      await page
        .getByRole('alertdialog')
        .getByRole('button', { name: say(name), exact: true })
        .click()
      await page
        .getByRole('alertdialog')
        .getByRole('button', { name: say('Ho capito') })
        .click()
      await expect(page.getByRole('alertdialog')).toBeHidden()
    }

    await test.step('a stop answers No to every question', async () => {
      await page.goto('/figli')
      await choose(children[0]!, 'Ferma l’uso dei dati')
      await page.goto('/consenso?vista=consensi')
      await expect(page.getByText(/^No, /).first()).toBeVisible()
    })

    await test.step('a request shows its days and who has confirmed', async () => {
      await page.goto('/figli')
      for (const child of children) {
        await choose(child, 'Rendi anonimi i dati')
        await expect(child.getByText(say('Chiesto di rendere anonimi i dati'))).toBeVisible()
        await expect(child.getByText(say('Hanno confermato tutti i tutori che devono firmare.'))).toBeVisible()
      }
      await expectReadable(page, language)
    })

    await test.step('the centre reads the request, and cannot carry it out before its day', async () => {
      const desk = await visit('staff', { account: 'ca.rm01@demo.example', language })
      await desk.goto('/uhome')
      await desk.getByRole('button', { name: say('Apri le richieste di cancellazione') }).click()
      const requests = desk.getByRole('region', { name: say('Richieste dei tutori di cancellare i dati') })
      await expect(requests.getByRole('button', { name: say('Esegui') }).first()).toBeDisabled()
      for (const scheme of ['light', 'dark'] as const) {
        await desk.emulateMedia({ colorScheme: scheme })
        expect(await findViolations(desk, scheme)).toEqual([])
      }
      await requests
        .getByRole('link', { name: say('Apri i tutori nella cartella') })
        .first()
        .click()
      await expect(desk.getByText(say('I tutori chiedono di rendere anonimi i dati'))).toBeVisible()
    })

    await test.step('the guardian takes the requests back', async () => {
      for (const child of children) {
        await child.getByRole('button', { name: say('Ritira la richiesta') }).click()
        await page
          .getByRole('alertdialog')
          .getByRole('button', { name: say('Ritira la richiesta') })
          .click()
        await expect(child.getByText(say('Chiesto di rendere anonimi i dati'))).toBeHidden()
      }
    })
  })
