import { expect, type Page } from '@playwright/test'
import { formatDay } from '@registry/domain/calendar'
import { getField, type Field, type FieldName } from '@registry/domain/fields/dictionary'
import { analyteNames } from '@registry/domain/fields/sections/laboratory'
import { formSections } from '@registry/domain/ecrf/form'
import { findViolations } from './src/axe.ts'
import { signInStaff } from './src/accounts.ts'
import { test } from './src/test.ts'

const code = 'RM01-00008'
type Value = string | number | boolean | null
type Values = Readonly<Record<string, Value>>
type Choices = Readonly<Record<string, readonly { readonly id: string; readonly name: string }[]>>

/** Calls a legacy path as the person of the page. */
const call = (page: Page, path: string, body: object): Promise<Record<string, unknown>> =>
  page.evaluate(
    async ([address, content]) => {
      const headers = { 'Content-Type': 'application/json', 'X-Requested-By': 'app' }
      const response = await fetch(address, { method: 'POST', headers, body: JSON.stringify(content) })
      return (await response.json()) as Record<string, unknown>
    },
    [`/api/${path}`, { lang: 'it', ...body }] as const,
  )
const readMedical = async (page: Page): Promise<Values> =>
  (await call(page, 'e_crf', { action: 'GET_PATIENT_DATA', CENTER_ID: code }))['medical_data'] as Values

/** Types a value into the focused input, as its type wants it. */
const enter = async (page: Page, { name, type, referenceTable }: Field, value: Value, choices: Choices): Promise<void> => {
  const { keyboard } = page
  const choose = async (text: string, wanted: string): Promise<void> => {
    await keyboard.type(text)
    const options = page.getByRole('option')
    await expect(options.first()).toBeVisible()
    const position = (await options.allTextContents()).indexOf(wanted)
    expect(position, `${name} offers ${wanted}`).not.toBe(-1)
    for (let pressed = 0; pressed <= position; pressed += 1) await keyboard.press('ArrowDown')
    await keyboard.press('Enter')
  }
  const label = (id: string): string => choices[referenceTable ?? '']?.find((row) => row.id === id)?.name ?? id
  if (type === 'boolean') return keyboard.press(value === true ? 'Space' : 'ArrowDown')
  if (type === 'choice') return choose(label(String(value)), label(String(value)))
  if (type === 'choices') {
    for (const id of JSON.parse(String(value)) as string[]) await choose(id, `${id} ${label(id)}`)
    return keyboard.press('Escape')
  }
  await keyboard.type(type === 'date' ? formatDay(String(value)) : String(value).replace('.', type === 'float' ? ',' : '.'))
}

const openSections = async (page: Page): Promise<void> => {
  const sections = page.locator('main form details:not([open]) > summary')
  for (let closed = await sections.count(); closed > 0; closed -= 1) await sections.first().press('Enter')
}

test('REQ-CRF-06, REQ-CRF-03: a whole record entered with the keyboard is in an export and in the history', async ({ visit }) => {
  test.slow()
  const page = await visit('staff')
  await signInStaff(page, 'ca.rm01@demo.example')
  const before = await readMedical(page)
  // The form hides a No of a field that does not apply.
  const isHidden = (name: FieldName): boolean => getField(name).appliesWhen !== undefined && before[name] === false
  const given = formSections.flatMap(({ section, fields }) =>
    section === 'Personal Data' ? [] : fields.filter(({ name, derived }) => !derived && (before[name] ?? null) !== null && !isHidden(name)),
  )
  expect(given.length).toBeGreaterThan(60)
  const cleared = Object.fromEntries(given.map(({ name }) => [name, null]))
  expect(await call(page, 'e_crf', { action: 'PUT_PATIENT_DATA', CENTER_ID: code, PATIENT: {}, MEDICAL_DATA: cleared })).toMatchObject({
    success: true,
  })
  // Dated results fill their statistics again.
  const remaining = await readMedical(page)
  const typed = given.filter(({ name }) => (remaining[name] ?? null) === null)
  const whole = {
    ...before,
    ...Object.fromEntries(given.flatMap((field) => (typed.includes(field) ? [] : [[field.name, remaining[field.name] ?? null]]))),
  }
  expect(typed.length).toBeGreaterThan(40)
  const lists = (await call(page, 'e_crf', { action: 'LIST_PATIENTS', all_fields: true }))['lists'] as Choices

  await page.goto('/ecrf')
  await expect(page.getByRole('textbox', { name: 'Cerca un paziente' })).toBeFocused()
  await page.keyboard.type(code)
  await expect(page.locator('main tbody a')).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: code })).toBeVisible()
  await openSections(page)

  // A field appears after the field on which it depends has its value.
  const ordered = typed.toSorted((one, other) => Number(one.appliesWhen !== undefined) - Number(other.appliesWhen !== undefined))
  const analytes = typed.filter(({ section }) => section === 'Laboratory')
  for (const field of ordered.filter((one) => !analytes.includes(one))) {
    const group = page.locator(`#field-${field.name}`)
    const input = field.type === 'boolean' ? group.getByRole('radio').first() : group
    // A person presses Tab. The test jumps to the next field, because the fields between them take as long as the whole test.
    await input.focus()
    await enter(page, field, before[field.name] ?? null, lists)
  }
  // The laboratory is entered by column, as a person copies a report: Enter goes to the next test.
  for (const suffix of ['_LAST', '_MEAN', '_MEDIAN', '_MAX', '_MIN', ''] as const) {
    await page.locator(`#field-HB${suffix}`).focus()
    for (const analyte of analyteNames) {
      const field = getField(`${analyte}${suffix}`)
      await expect(page.locator(`#field-${field.name}`)).toBeFocused()
      if (analytes.includes(field)) await enter(page, field, before[field.name] ?? null, lists)
      await page.keyboard.press('Enter')
    }
  }
  await page.keyboard.press('Control+s')
  await expect(page.getByText('Dati salvati correttamente')).toBeVisible()
  expect(await readMedical(page)).toEqual(whole)

  const exported = given.filter(({ filterable, type }) => filterable !== false && type !== 'choices').map(({ name }) => name)
  const categories = Object.groupBy(exported, (name) => getField(name).section)
  const filter = {
    name: 'Cartella intera',
    description: 'Cartella intera',
    filter_list: {},
    field_list: { PATIENT: [], MEDICAL_DATA: categories },
  }
  const { id } = await call(page, 'inthem_query', { action: 'ADD', ...filter })
  const { rows } = await call(page, 'inthem_query', { action: 'RUN', id, format: 'json', as_role: 'CenterAdmin' })
  const expected = Object.fromEntries(exported.map((name) => [name, whole[name]]))
  expect((rows as Values[]).filter((row) => exported.every((name) => (row[name] ?? null) === expected[name]))).toHaveLength(1)

  await page.getByRole('tab', { name: 'Storia' }).click()
  const history = page.getByRole('region', { name: 'Storia della cartella' })
  const save = history.locator('details').first()
  await expect(save).toContainText('ca.rm01@demo.example')
  await save.locator('summary').press('Enter')
  for (const { label } of typed.slice(0, 5)) await expect(save.getByRole('row').filter({ hasText: label.it }).first()).toBeVisible()
})

test('REQ-CRF-20: a whole record takes at most five screens, starts near the top, and is accessible at each width', async ({ visit }) => {
  const page = await visit('staff', { account: 'ca.rm01@demo.example', viewport: { width: 1440, height: 900 } })
  await page.goto('/ecrf')
  await page.getByRole('textbox', { name: 'Cerca un paziente' }).fill(code)
  await page.getByRole('link', { name: code }).click()
  await expect(page.getByRole('heading', { level: 1, name: code })).toBeVisible()
  await openSections(page)
  const measures = await page.evaluate(() => {
    const readTop = (selector: string): number => document.querySelector(selector)?.getBoundingClientRect().top ?? Number.NaN
    return { height: document.documentElement.scrollHeight, firstField: readTop('form fieldset input') - readTop('main') }
  })
  expect(measures.height).toBeLessThanOrEqual(5 * 900)
  expect(measures.firstField).toBeLessThanOrEqual(220)
  for (const width of [1440, 1024, 390]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth), `${width} px: no sideways scroll`).toBeLessThanOrEqual(width)
    expect(await findViolations(page, 'light'), `${width} px`).toEqual([])
  }
})
