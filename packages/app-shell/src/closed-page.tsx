import { Button } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { focusPage, PageHeading } from '@registry/ui/layout/page.tsx'
import { PublicLayout } from '@registry/ui/layout/public-layout.tsx'
import { useEffect } from 'react'
import { useShell } from './shell.ts'

/** Replaces everything that a page showed when another person has signed in in this browser (THREAT-61). */
export const ClosedPage = () => {
  const { t } = useLingui()
  const { title, home } = useShell()
  useEffect(focusPage, [])
  return (
    <PublicLayout title={title}>
      <div role="alert">
        <PageHeading title={t`In questo browser è entrata un’altra persona`} />
        <p>{t`Questa pagina si è chiusa, per non mostrare i dati di una persona all’altra. Quello che non avevi salvato non è stato registrato. Per tornare al tuo lavoro, chi è entrato deve uscire: poi accedi di nuovo.`}</p>
      </div>
      <Button onClick={() => window.location.assign(home)}>{t`Apri la pagina di chi è entrato`}</Button>
    </PublicLayout>
  )
}
