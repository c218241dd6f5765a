import { i18n } from '@lingui/core'
import { afterEach, expect, it } from 'vitest'
import { activateLanguage, addSignedInTexts, type LoadMessages } from './language.tsx'

afterEach(() => i18n.load({ it: {}, en: {} }))

it('loads the texts of pages with a session when one opens, and from then on in each language', async () => {
  const loaded: string[] = []
  const load: LoadMessages = async (language, part) => {
    loaded.push(`${language} ${part}`)
    return { [part]: [`${language} ${part}`] }
  }
  await activateLanguage('it', load)
  expect(loaded).toEqual(['it first'])
  await addSignedInTexts(load)
  expect(i18n._('first')).toBe('it first')
  expect(i18n._('signedIn')).toBe('it signedIn')
  await addSignedInTexts(load)
  expect(loaded).toHaveLength(2)
  await activateLanguage('en', load)
  expect(i18n._('signedIn')).toBe('en signedIn')
})
