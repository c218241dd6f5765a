import { startAfterPaint } from '@registry/app-shell/after-paint.ts'

startAfterPaint()
