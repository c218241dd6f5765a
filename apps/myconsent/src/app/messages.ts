import { createTexts } from '@registry/app-shell/texts.ts'

export const { loadTexts, loadAllTexts } = createTexts(
  () => import('./sign-in-messages.en.ts'),
  () => import('./messages.en.ts'),
)
