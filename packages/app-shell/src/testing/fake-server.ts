import { i18n } from '@lingui/core'
import { appRouter } from '@registry/api-contract/app-router'
import { fakeSite } from '@registry/api-contract/testing/fake-site'
import { errorMessages } from '@registry/domain/error-messages'
import type { Site } from '@registry/domain/access/screens'
import { fetchRequestHandler } from '@trpc/server/adapters/fetch'
import { http } from 'msw'
import { setupServer } from 'msw/node'

/**
 * The real router of the contract behind the network. A renamed field or a missing permission fails the test of a screen.
 * `serve` sets the person and the ports that the server has.
 */
export const createFakeServer = (site: Site) => {
  const { serve, context } = fakeSite(site, ({ code, params }) => i18n._({ ...errorMessages[code], values: { ...params } }))
  const server = setupServer(
    http.all('*/api/trpc/*', ({ request }) =>
      fetchRequestHandler({ endpoint: '/api/trpc', req: request, router: appRouter, allowMethodOverride: true, createContext: context }),
    ),
  )
  return { serve, server }
}

export type FakeServer = ReturnType<typeof createFakeServer>
