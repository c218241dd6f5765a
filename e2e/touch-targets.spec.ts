import { expect, type Page } from '@playwright/test'
import { openSession } from './src/accounts.ts'
import { languages, phone } from './src/browser-context.ts'
import { test } from './src/test.ts'
import { openNext, viewers } from './src/views.ts'

/** Lists the controls below 48 px. A control counts with its label; a link inside a sentence may be smaller (WCAG 2.5.8). */
const listSmallTargets = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const isVisible = (element: Element): boolean => element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    return [
      ...document.querySelectorAll<HTMLElement>('a[href], button, input, [role=tab], [role=menuitem], [role=radio], summary'),
    ].flatMap((control) => {
      const isInSentence =
        control.matches('a') && (control.closest('p, li, [role=status], [role=alert]')?.textContent ?? '') !== control.textContent
      const isSkipLink = control.getBoundingClientRect().right < 0
      if (!isVisible(control) || isInSentence || isSkipLink) return []
      const surface = control.matches('input')
        ? (control.closest('label, [class*=Checkbox-body], [class*=Input-wrapper]') ?? control)
        : control
      const { width, height } = surface.getBoundingClientRect()
      if (height >= 47.5 && width >= 47.5) return []
      return [`${control.getAttribute('aria-label') ?? control.textContent}: ${Math.round(width)} x ${Math.round(height)}`]
    })
  })

/** Lists the buttons whose label does not fit. */
const listCutLabels = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('.mantine-Button-label')].flatMap((label) =>
      label.scrollWidth > label.clientWidth + 1 || label.scrollHeight > label.clientHeight + 1 ? [label.textContent] : [],
    ),
  )

for (const { name, viewer, views } of viewers.filter(({ viewer: { site } }) => site === 'myconsent'))
  test(`every control of a ${name} is a touch target of 48 px`, async ({ visit, addresses }) => {
    const storageState = await openSession(addresses, viewer)
    const plainViews = views.map((view) => ({ ...view, states: [] }))
    for (const language of languages) {
      const page = await visit('myconsent', { ...phone, language, storageState })
      for (const [index, view] of plainViews.entries()) {
        await openNext(page, view, plainViews[index - 1], language)
        expect(await listSmallTargets(page), `${view.name} (${language})`).toEqual([])
        expect(await listCutLabels(page), `${view.name} (${language}): labels`).toEqual([])
      }
    }
  })

const enlargedText = { what: 'text of 200 %', viewport: phone.viewport, fontSize: '200%' } as const
const narrowWindow = { what: 'a window of 320 px', viewport: { width: 320, height: 700 }, fontSize: '' } as const

for (const { name, viewer, views } of viewers.filter(({ viewer: { site } }) => site === 'myconsent'))
  for (const { what, viewport, fontSize } of [enlargedText, narrowWindow])
    test(`no page of a ${name} scrolls sideways or cuts a label with ${what} (WCAG 1.4.4, 1.4.10)`, async ({ visit, addresses }) => {
      const storageState = await openSession(addresses, viewer)
      const plainViews = views.map((view) => ({ ...view, states: [] }))
      for (const language of languages) {
        const page = await visit('myconsent', { ...phone, viewport, language, storageState })
        for (const [index, view] of plainViews.entries()) {
          await openNext(page, view, plainViews[index - 1], language)
          await page.evaluate((size) => {
            document.documentElement.style.fontSize = size
          }, fontSize)
          const sideways = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
          await expect.poll(sideways, `${view.name} (${language})`).toBeLessThanOrEqual(0)
          expect(await listCutLabels(page), `${view.name} (${language}): labels`).toEqual([])
        }
      }
    })
