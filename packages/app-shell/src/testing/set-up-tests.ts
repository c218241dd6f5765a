import { cleanup } from '@testing-library/react'
import { afterAll, afterEach, beforeAll } from 'vitest'
import type { Shell } from '../shell.ts'
import type { FakeServer } from './fake-server.ts'

/** Starts the fake server for the tests of a file. After each test it removes the page and the stored values. */
export const setUpTests = ({ account, drafts, queryClient }: Shell, { serve, server }: FakeServer): void => {
  beforeAll(() => server.listen({ onUnhandledFrame: 'error' }))
  afterEach(() => {
    cleanup()
    queryClient.clear()
    drafts.close()
    account.reset()
    server.resetHandlers()
    serve({})
    localStorage.clear()
    for (const pair of document.cookie.split('; ')) document.cookie = `${pair.split('=')[0]}=; Path=/; Max-Age=0`
  })
  afterAll(() => server.close())
}
