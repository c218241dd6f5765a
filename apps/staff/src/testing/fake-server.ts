import { createFakeServer } from '@registry/app-shell/testing/fake-server.ts'

export const fakeServer = createFakeServer('staff')
export const { serve, server } = fakeServer
