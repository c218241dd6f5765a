import { screenTests } from '@registry/ui/vitest'
import { defineConfig } from 'vitest/config'

export default defineConfig(screenTests('staff', './src/testing/setup.ts'))
