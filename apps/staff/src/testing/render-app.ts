import { createOpenAt } from '@registry/app-shell/testing/open-app.tsx'
import { appParts } from '../app/parts.ts'

export const openAt = createOpenAt(appParts)
