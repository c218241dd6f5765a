import { screenTests } from './vitest.config.shared.ts'
import { defineConfig } from 'vitest/config'

export default defineConfig(screenTests('ui'))
