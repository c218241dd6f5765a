import { textsIn } from '@registry/ui/language/language.tsx'

/** What every page starts with: the shared texts and those of this app. */
export const loadFirstTexts = textsIn({ it: () => import('./messages.it.ts'), en: () => import('./messages.en.ts') })

/** What the pages show that open through a link of a mail, without a session. */
export const loadLinkedTexts = textsIn({
  it: () => import('../../locales/linked/it.po'),
  en: () => import('../../locales/linked/en.po'),
})

/** What pages with a session show. */
export const loadSignedInTexts = textsIn({
  it: () => import('./messages.signed-in.it.ts'),
  en: () => import('./messages.signed-in.en.ts'),
})
