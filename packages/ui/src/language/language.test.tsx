import { i18n } from '@lingui/core'
import { afterEach, expect, it } from 'vitest'
import { activateLanguage, addTexts, type LoadTexts } from './language.tsx'

afterEach(() => i18n.load({ it: {}, en: {} }))

it('loads a part of the texts when a page needs it, and from then on in each language', async () => {
  const loaded: string[] = []
  const part =
    (name: string): LoadTexts =>
    async (language) => {
      loaded.push(`${language} ${name}`)
      return { [name]: [`${language} ${name}`] }
    }
  const studies = part('studies')
  const first = part('first')
  await activateLanguage('it', first)
  expect(loaded).toEqual(['it first'])
  await addTexts(studies)
  expect(i18n._('first')).toBe('it first')
  expect(i18n._('studies')).toBe('it studies')
  await addTexts(studies)
  expect(loaded).toHaveLength(2)
  await activateLanguage('en', first)
  expect(i18n._('studies')).toBe('en studies')
})
