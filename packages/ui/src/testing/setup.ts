import './browser-gaps.ts'
import { cleanup } from '@testing-library/react'
import { afterEach } from 'vitest'
import { removeDialogs } from '../dialogs/dialogs.tsx'
import { removeTexts } from '../language/language.tsx'

afterEach(() => {
  cleanup()
  removeDialogs()
  removeTexts()
  localStorage.clear()
})
