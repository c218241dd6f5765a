import '@registry/ui/testing/setup.ts'
