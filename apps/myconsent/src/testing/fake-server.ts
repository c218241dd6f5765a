import { i18n } from '@lingui/core'
import { appRouter } from '@registry/api-contract/app-router'
import { fakeSite } from '@registry/api-contract/testing/fake-site'
import { fetchRequestHandler } from '@trpc/server/adapters/fetch'
import { http } from 'msw'
import { setupServer } from 'msw/node'

const { serve, context } = fakeSite('myconsent', ({ code, params }) => i18n._(`error.${code}`, { ...params }))
export { serve }

/** The real contract router behind the network, so that a renamed field or a missing permission breaks the test of a screen. */
export const server = setupServer(
  http.all('*/api/trpc/*', ({ request }) =>
    fetchRequestHandler({ endpoint: '/api/trpc', req: request, router: appRouter, allowMethodOverride: true, createContext: context }),
  ),
)
