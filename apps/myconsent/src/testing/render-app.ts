import { createOpenAt } from '@registry/app-shell/testing/open-app.tsx'
import { loadTexts } from '../app/messages.ts'
import { createAppRouter } from '../app/router.ts'
import { shell } from '../app/shell.ts'

export const openAt = createOpenAt({ shell, createRouter: createAppRouter, loadTexts })
