import { expect } from '@playwright/test'
import { openSession, type StorageState } from './src/accounts.ts'
import { findViolations } from './src/axe.ts'
import { phone } from './src/browser-context.ts'
import { translate } from './src/catalogue.ts'
import { findWrongTexts } from './src/page-texts.ts'
import { findHeading, patientPageViews } from './src/patient-pages.ts'
import { test } from './src/test.ts'

/** The tests of one worker share one session. None of them changes what the patient has stored. */
let session: StorageState | undefined

for (const { page: tested, language } of patientPageViews)
  test(`REQ-UI-08: a patient uses the page on a phone: ${tested.name} (${language})`, async ({ visit, addresses, centre }) => {
    const say = (text: string): string => translate(text, language)
    if (session === undefined && tested.isPublic !== true) {
      session = await openSession(addresses, { site: 'myconsent', account: 'p2@demo.example' })
      // The centre changes a value of the patient, who sees it on the home page (REQ-PAT-18).
      const answer = await centre.send('putMedicalData', ['CENTER_ID,HB', 'RM01-00002,9.1'])
      expect(answer).toMatchObject({ ok: 1, ko: 0 })
    }
    const page = await visit('myconsent', { ...phone, language, ...(tested.isPublic !== true && { storageState: session! }) })
    await page.goto(tested.path)
    await expect(page.getByRole('heading', { level: 1, name: findHeading(tested, language) })).toBeVisible()
    await expect(page.locator('html')).toHaveAttribute('lang', language)
    await tested.use(page, say)
    expect(await findWrongTexts(page, language)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth), 'no sideways scrolling').toBeLessThanOrEqual(390)
    for (const scheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: scheme })
      expect(await findViolations(page, scheme)).toEqual([])
    }
  })
