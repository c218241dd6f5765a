import type { Language } from '@registry/domain/language'
import { DialogHost } from '@registry/ui/dialogs/dialogs.tsx'
import { NavigationProvider } from '@registry/ui/layout/navigation.tsx'
import { LanguageProvider, type LoadMessages } from '@registry/ui/language/language.tsx'
import { UiProvider } from '@registry/ui/theme/ui-provider.tsx'
import { QueryClientProvider } from '@tanstack/react-query'
import { type AnyRouter, RouterProvider } from '@tanstack/react-router'
import { useState } from 'react'
import { type Shell, ShellProvider } from './shell.ts'

/** What an app consists of: its shell, its routes and its texts. */
export type AppParts = { readonly shell: Shell; readonly createRouter: () => AnyRouter; readonly loadMessages: LoadMessages }

type Props = AppParts & { readonly language: Language; readonly env?: 'default' | 'test' }

/** The providers around the pages. After a change of language the app requests the server's texts again. */
export const App = ({ shell, createRouter, loadMessages, language, env = 'default' }: Props) => {
  const { history, queryClient } = shell
  const [router] = useState(createRouter)
  return (
    <UiProvider env={env}>
      <LanguageProvider initial={language} load={loadMessages} onChange={() => void queryClient.invalidateQueries()}>
        <NavigationProvider value={(to) => history.push(to)}>
          <ShellProvider value={shell}>
            <QueryClientProvider client={queryClient}>
              <RouterProvider router={router} />
              <DialogHost />
            </QueryClientProvider>
          </ShellProvider>
        </NavigationProvider>
      </LanguageProvider>
    </UiProvider>
  )
}
