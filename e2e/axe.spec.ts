import { expect, test } from '@playwright/test'
import { findViolationsOfLayout } from './src/axe.ts'
import { findWeakContrast } from './src/contrast.ts'
import { readContent, resize } from './src/layout.ts'

const build = (body: string, styles = ''): string =>
  `<!doctype html><html lang="en"><title>planted</title><style>body { background: white; color: black } ${styles}</style><main>${body}</main></html>`

test('planted: weak contrast is found on each ground and in each colour scheme, even next to texts whose look was accepted', async ({
  page,
}) => {
  await page.setContent(build('<p>Black on white</p>'))
  expect(await findWeakContrast(page)).toEqual([])

  await page.setContent(build('<p>Black on white</p><p style="color: #999">Grey on white</p>'))
  expect(await findWeakContrast(page)).toEqual([expect.stringContaining('Grey on white')])

  await page.setContent(build('<p>Black on white</p><div style="background: #333"><p>Black on grey</p></div>'))
  expect(await findWeakContrast(page)).toEqual([expect.stringContaining('Black on grey')])

  await page.setContent(build('<p>Black on white</p><div style="opacity: 0.3"><p>Faded black</p></div>'))
  expect(await findWeakContrast(page)).toEqual([expect.stringContaining('Faded black')])

  await page.setContent(build('<p>Scheme</p>', '@media (prefers-color-scheme: dark) { p { color: #ccc } }'))
  expect(await findWeakContrast(page)).toEqual([])
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await findWeakContrast(page)).toEqual([expect.stringContaining('Scheme')])
})

test('planted: text that axe skips is measured once axe reads it', async ({ page }) => {
  const weak = (attributes: string) => `<button style="color: #aaa; background: white" ${attributes}>Weak</button>`
  for (const excluded of ['disabled', 'hidden']) {
    await page.setContent(build(weak(excluded)))
    expect(await findWeakContrast(page)).toEqual([])
    await page.getByRole('button', { includeHidden: true }).evaluate((button, name) => button.removeAttribute(name), excluded)
    expect(await findWeakContrast(page)).toEqual([expect.stringContaining('Weak')])
  }
  await page.setContent(build(`<div style="background: linear-gradient(white, white)"><p style="color: #aaa">Weak</p></div>`))
  expect(await findWeakContrast(page)).toEqual([])
  await page.locator('div').evaluate((ground) => ground.removeAttribute('style'))
  expect(await findWeakContrast(page)).toEqual([expect.stringContaining('Weak')])
})

test('planted: a width that only moves and resizes elements shows the same content, and its small targets are found', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 900 })
  await page.setContent(
    build(
      '<button>First</button><button>Second</button>',
      'button { padding: 8px } @media (width > 700px) { button { all: unset; font-size: 8px } }',
    ),
  )
  expect(await findViolationsOfLayout(page)).toEqual([])
  await resize(page, 768)
  expect(await findViolationsOfLayout(page)).toEqual([expect.stringContaining('target-size'), expect.stringContaining('target-size')])

  for (const [styles, isSame] of [
    ['p { width: 50% }', true],
    ['p { display: none }', false],
    ['p { color: red }', false],
  ] as const) {
    await resize(page, 390)
    await page.setContent(build('<p>Text</p>', `@media (width > 700px) { ${styles} }`))
    const content = await readContent(page)
    await resize(page, 768)
    expect((await readContent(page)) === content, styles).toBe(isSame)
  }
})
