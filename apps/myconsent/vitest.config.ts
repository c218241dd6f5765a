import { screenTests } from '@registry/ui/vitest'
import { defineConfig } from 'vitest/config'

export default defineConfig(screenTests('myconsent', './src/testing/setup.ts'))
