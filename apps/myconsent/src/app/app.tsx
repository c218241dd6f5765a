import type { Language } from '@registry/domain/language'
import { DialogHost } from '@registry/ui/dialogs/dialogs.tsx'
import { NavigationProvider } from '@registry/ui/layout/navigation.tsx'
import { LanguageProvider } from '@registry/ui/language/language.tsx'
import { UiProvider } from '@registry/ui/theme/ui-provider.tsx'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { useState } from 'react'
import { history } from './history.ts'
import { queryClient } from './query-client.ts'
import { createAppRouter } from './router.tsx'
import { loadWords } from './words.ts'

type Props = { readonly language: Language; readonly env?: 'default' | 'test' }

/** Everything around the pages. What the server said in one language is asked again in the other. */
export const App = ({ language, env = 'default' }: Props) => {
  const [router] = useState(createAppRouter)
  return (
    <UiProvider env={env}>
      <LanguageProvider initial={language} load={loadWords} onChange={() => void queryClient.invalidateQueries()}>
        <NavigationProvider value={(to) => history.push(to)}>
          <QueryClientProvider client={queryClient}>
            <RouterProvider router={router} />
            <DialogHost />
          </QueryClientProvider>
        </NavigationProvider>
      </LanguageProvider>
    </UiProvider>
  )
}
