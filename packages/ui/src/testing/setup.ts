import './browser-gaps.ts'
import { cleanup, configure } from '@testing-library/react'
import { afterEach } from 'vitest'
import { removeDialogs } from '../dialogs/dialogs.tsx'

configure({ reactStrictMode: true })

afterEach(() => {
  cleanup()
  removeDialogs()
  localStorage.clear()
})
