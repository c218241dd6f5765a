import { useLingui } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import type { Language } from '@registry/domain/language'
import { ConnectionBanner } from '@registry/ui/connection/connection-banner.tsx'
import { getConnectionProblem, isChunkMissing } from '@registry/ui/connection/connection-problem.ts'
import { DialogHost } from '@registry/ui/dialogs/dialogs.tsx'
import { LanguageProvider, type LoadTexts } from '@registry/ui/language/language.tsx'
import { NavigationProvider } from '@registry/ui/layout/navigation.tsx'
import { focusPage, PageHeading } from '@registry/ui/layout/page.tsx'
import { PublicLayout } from '@registry/ui/layout/public-layout.tsx'
import { UiProvider } from '@registry/ui/theme/ui-provider.tsx'
import { QueryClientProvider } from '@tanstack/react-query'
import { type AnyRouter, RouterProvider } from '@tanstack/react-router'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { reloadOnce } from './reload-once.ts'
import { storeOwnLanguage } from './session.ts'
import { type Shell, ShellProvider, useProductName, useShell } from './shell.ts'

/** Replaces everything that a page showed when another person has signed in in this browser (THREAT-61), or when a guardian chose another patient (THREAT-62). */
const ClosedPage = ({ isSamePerson }: { readonly isSamePerson: boolean }) => {
  const { t } = useLingui()
  const { home } = useShell()
  useEffect(focusPage, [])
  return (
    <PublicLayout title={useProductName()}>
      <div role="alert">
        <PageHeading
          title={isSamePerson ? t`In un’altra scheda rispondi per qualcun altro` : t`In questo browser è entrata un’altra persona`}
        />
        <p>
          {isSamePerson
            ? t`Questa pagina si è chiusa, per non salvare per uno le risposte di un altro. Quello che non avevi salvato non è stato registrato.`
            : t`Questa pagina si è chiusa, per non mostrare i dati di una persona all’altra. Quello che non avevi salvato non è stato registrato. Per tornare al tuo lavoro, chi è entrato deve uscire: poi accedi di nuovo.`}
        </p>
      </div>
      <Button onClick={() => window.location.assign(home)}>{isSamePerson ? t`Continua` : t`Apri la pagina di chi è entrato`}</Button>
    </PublicLayout>
  )
}

/** Parts of an app: its shell, its routes and its texts. */
export type AppParts = { readonly shell: Shell; readonly createRouter: () => AnyRouter; readonly loadTexts: LoadTexts }

type Props = AppParts & { readonly language: Language; readonly env?: 'default' | 'test' }

/** When the server answers again, the failed requests of the open page are repeated (FAULT-24). */
const watchConnection = ({ api, connection, queryClient }: Shell, router: AnyRouter): (() => void) =>
  connection.start({
    probe: () => api.session.site.query(),
    onRecovery: () => {
      const hasFailed = router.state.matches.some(({ status }) => status === 'error')
      if (hasFailed && isChunkMissing()) return reloadOnce()
      void queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' })
      if (hasFailed) void router.invalidate()
    },
  })

/** The providers around the pages. After a change of language the app requests the server's texts again. */
export const App = ({ shell, createRouter, loadTexts, language, env = 'default' }: Props) => {
  const { account, history, queryClient } = shell
  const closedBy = useSyncExternalStore(account.subscribe, account.getClosedBy)
  const [router] = useState(createRouter)
  useEffect(() => watchConnection(shell, router), [shell, router])
  const retry = (): void => {
    if (getConnectionProblem() === 'slow') shell.connection.repeatSlowCalls()
    else void shell.connection.check()
  }
  return (
    <UiProvider env={env}>
      <LanguageProvider
        initial={language}
        load={loadTexts}
        onChange={(chosen) => {
          void storeOwnLanguage(shell, chosen)
          void queryClient.invalidateQueries()
        }}
      >
        <NavigationProvider value={(to) => (closedBy ? window.location.assign(to) : history.push(to))}>
          <ShellProvider value={shell}>
            {closedBy ? (
              <ClosedPage isSamePerson={closedBy === 'child'} />
            ) : (
              <QueryClientProvider client={queryClient}>
                <RouterProvider router={router} />
                <DialogHost />
                <ConnectionBanner onRetry={retry} />
              </QueryClientProvider>
            )}
          </ShellProvider>
        </NavigationProvider>
      </LanguageProvider>
    </UiProvider>
  )
}
