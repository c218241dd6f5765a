import { i18n } from '@lingui/core'
import { activateLanguage } from '@registry/ui/language/language.tsx'
import { beforeEach, expect, test } from 'vitest'
import { createTexts } from './texts.ts'

const signIn = async () => ({ messages: { accedi: ['Sign in'] } })
const others = async () => ({ messages: { consensi: ['Consents'] } })
const readTexts = () => ['accedi', 'consensi'].map((id) => i18n.t({ id }))

beforeEach(() => i18n.loadAndActivate({ locale: 'it', messages: {} }))

test('the sign-in page loads its texts only, and the next page the others', async () => {
  const { loadTexts, loadAllTexts } = createTexts(signIn, others)
  await activateLanguage('en', loadTexts)
  expect(readTexts()).toEqual(['Sign in', 'consensi'])
  await loadAllTexts()
  expect(readTexts()).toEqual(['Sign in', 'Consents'])
})

test('a page that opened in Italian shows all its texts in English after a change of language', async () => {
  const { loadTexts, loadAllTexts } = createTexts(signIn, others)
  await activateLanguage('it', loadTexts)
  await loadAllTexts()
  await activateLanguage('en', loadTexts)
  expect(readTexts()).toEqual(['Sign in', 'Consents'])
})

test('a language chosen while the texts of the next page arrive stays, and so do the texts', async () => {
  const arrived = Promise.withResolvers<void>()
  const { loadTexts, loadAllTexts } = createTexts(signIn, () => arrived.promise.then(others))
  await activateLanguage('en', loadTexts)
  const loading = loadAllTexts()
  await activateLanguage('it', loadTexts)
  const backAgain = activateLanguage('en', loadTexts)
  arrived.resolve()
  await Promise.all([loading, backAgain])
  expect(i18n.locale).toBe('en')
  expect(readTexts()).toEqual(['Sign in', 'Consents'])
})

test('texts that did not arrive are requested again', async () => {
  let isOnline = false
  const { loadTexts, loadAllTexts } = createTexts(signIn, () => (isOnline ? others() : Promise.reject(new Error('offline'))))
  await activateLanguage('en', loadTexts)
  await expect(loadAllTexts()).rejects.toThrow('offline')
  isOnline = true
  await loadAllTexts()
  expect(readTexts()).toEqual(['Sign in', 'Consents'])
})
