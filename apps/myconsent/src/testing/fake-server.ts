import { createFakeServer } from '@registry/app-shell/testing/fake-server.ts'

export const fakeServer = createFakeServer('myconsent')
export const { serve, server } = fakeServer
