import './browser-gaps.ts'
import { cleanup } from '@testing-library/react'
import { afterEach } from 'vitest'
import { removeDialogs } from '../dialogs/dialogs.tsx'

afterEach(() => {
  cleanup()
  removeDialogs()
  localStorage.clear()
})
